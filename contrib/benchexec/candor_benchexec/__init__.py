"""candor under BenchExec."""
