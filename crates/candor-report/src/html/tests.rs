//! The page is well-formed whatever the program says.
