# The two commands of a fresh clone are `make demo` and `make test`; both install what is missing when they may.

CARGO ?= cargo
TARGET := $(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),target)
CANDOR := $(TARGET)/release/candor

# One profile for everything, so that each crate is compiled once.
RELEASE := --release

.PHONY: help setup build install deb demo test tidy fidelity hunt cluster bench mutants clean

help:
	@echo "make demo      build candor, check a program with a real bug and its repaired twin, and write an HTML report"
	@echo "make test      build everything and run all tests"
	@echo "make install   build candor and install it with cargo"
	@echo "make deb       build a Debian package, unpack it and try it"
	@echo "make fidelity  compare 1,000 random programs with their native builds"
	@echo "make hunt      compare what candor says of 1,000 random programs with all their executions"
	@echo "make cluster   run batches on a Slurm of two nodes, one of which is lost"
	@echo "make bench     compare the speed with LLVM's own interpreter"
	@echo "make mutants   feed 1,000 broken files to candor"
	@echo "make clean     remove everything that was built"

setup:
	@./scripts/setup.sh

build: setup
	$(CARGO) build $(RELEASE) -p candor

demo: build
	@./scripts/demo.sh $(CANDOR)

test: build
	@date +%s > $(TARGET)/test-started
	$(CARGO) xtask test
	# Daemons that start, die and come back on a busy machine: once more, if something took too long.
	$(CARGO) xtask cluster --optional --most-overhead 200 || $(CARGO) xtask cluster --optional --most-overhead 200
	@echo "make test: everything passed in $$((($$(date +%s) - $$(cat $(TARGET)/test-started)) / 60)) minutes (without the build of candor)"

install: setup
	$(CARGO) install --locked --path crates/candor

deb: build
	$(CARGO) xtask deb

tidy:
	$(CARGO) xtask tidy

fidelity: build
	$(CARGO) xtask fidelity --count 1000

hunt: build
	$(CARGO) xtask hunt --count 1000

cluster: build
	$(CARGO) xtask cluster

bench: build
	$(CARGO) xtask bench startup
	$(CARGO) xtask bench interp

mutants: build
	$(CARGO) xtask mutants --count 1000

clean:
	$(CARGO) clean
