//! `cargo xtask deb`: a Debian package with the program, manual pages, completions and the book.
//!
//! The package is unpacked again and tried: the program in it checks `examples/words.c` in an environment without settings, as on a machine
//! on which nothing else of candor is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::{root, target};

/// What the program needs at run time beside the libraries that it is linked with: a front end, and the headers of the C library.
const NEEDS: &str = "clang-22, libc6-dev";
/// `--solver z3` and `candor certify` load it.
const RECOMMENDS: &str = "libz3-4";
const DESCRIPTION: &str = "\
Description: verifier of C programs
 candor proves that no execution of a C program has a memory error, undefined
 behaviour, a failed assertion, a leak or a data race, or shows an execution
 that does, with inputs that were replayed. It also executes programs, generates
 tests, debugs forth and back, and checks many programs on clusters.
";

pub(crate) fn deb(candor: &Path) -> Result<(), String> {
    let folder = target()?.parent().map(|folder| folder.join("debian")).ok_or("there is no target folder")?;
    let (version, architecture) = (env!("CARGO_PKG_VERSION"), said("dpkg", &["--print-architecture"])?);
    let name = format!("candor_{version}_{architecture}");
    let staged = folder.join(&name);
    fs::remove_dir_all(&staged).unwrap_or_default();
    let program = put_program(candor, &staged)?;
    put_manuals(candor, &staged)?;
    put_completions(candor, &staged)?;
    put_book(&staged)?;
    let control = format!(
        "Package: candor\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: the candor developers <candor@example.org>\n\
         Section: devel\nPriority: optional\nDepends: {}, {NEEDS}\nRecommends: {RECOMMENDS}\nInstalled-Size: {}\n{DESCRIPTION}",
        libraries(&program, &folder)?,
        size_of(&staged) / 1024,
    );
    write(&staged.join("DEBIAN/control"), control.as_bytes())?;
    let package = folder.join(format!("{name}.deb"));
    let [from, to] = [&staged, &package].map(|path| path.display().to_string());
    said("dpkg-deb", &["--root-owner-group", "-Zzstd", "-z3", "--build", &from, &to])?;
    try_package(&package, &folder.join("unpacked"))?;
    println!("deb: {} ({} MB), unpacked and tried", package.display(), size_of(&package) >> 20);
    Ok(())
}

/// The program without its line tables, which are most of its size.
fn put_program(candor: &Path, staged: &Path) -> Result<PathBuf, String> {
    let program = staged.join("usr/bin/candor");
    make_folder(&program)?;
    let [from, to] = [candor, &program].map(|path| path.display().to_string());
    said("strip", &["--strip-unneeded", "-o", &to, &from])?;
    Ok(program)
}

/// Manual pages of candor and of each of its commands.
fn put_manuals(candor: &Path, staged: &Path) -> Result<(), String> {
    let candor = candor.display().to_string();
    let help = said(&candor, &["--help"])?;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands = listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let pages = commands.map(|name| (format!("candor-{name}.1"), vec!["man", name]));
    for (file, args) in std::iter::once(("candor.1".to_owned(), vec!["man"])).chain(pages) {
        let page = staged.join("usr/share/man/man1").join(file);
        write(&page, (said(&candor, &args)? + "\n").as_bytes())?;
        said("gzip", &["-9n", &page.display().to_string()])?;
    }
    Ok(())
}

fn put_completions(candor: &Path, staged: &Path) -> Result<(), String> {
    let places = [
        ("bash", "usr/share/bash-completion/completions/candor"),
        ("zsh", "usr/share/zsh/vendor-completions/_candor"),
        ("fish", "usr/share/fish/vendor_completions.d/candor.fish"),
    ];
    for (shell, place) in places {
        let script = said(&candor.display().to_string(), &["completions", shell])?;
        write(&staged.join(place), (script + "\n").as_bytes())?;
    }
    Ok(())
}

/// The book and the licences, as text.
fn put_book(staged: &Path) -> Result<(), String> {
    let doc = staged.join("usr/share/doc/candor");
    let licence = |name: &str| fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"));
    let copyright = licence("LICENSE-MIT")? + "\nor\n\n" + &licence("LICENSE-APACHE")?;
    write(&doc.join("copyright"), copyright.as_bytes())?;
    for name in ["README.md", "CHANGELOG.md", "docs", "examples"] {
        let [from, to] = [&root().join(name), &doc].map(|path| path.display().to_string());
        said("cp", &["-r", &from, &to])?;
    }
    Ok(())
}

/// The packages of the libraries that the program is linked with.
fn libraries(program: &Path, folder: &Path) -> Result<String, String> {
    // dpkg-shlibdeps wants to see the control file of a source package.
    write(&folder.join("debian/control"), b"Source: candor\n\nPackage: candor\nArchitecture: any\n")?;
    let mut command = Command::new("dpkg-shlibdeps");
    command.args(["-O", "--ignore-missing-info"]).arg(program).current_dir(folder);
    let text = said_by(&mut command, "dpkg-shlibdeps")?;
    let list = text.trim().strip_prefix("shlibs:Depends=").ok_or_else(|| format!("dpkg-shlibdeps says {text}"))?;
    Ok(list.to_owned())
}

/// Unpacks the package and lets the program in it find a fault and a proof.
fn try_package(package: &Path, unpacked: &Path) -> Result<(), String> {
    fs::remove_dir_all(unpacked).unwrap_or_default();
    let [from, to] = [package, unpacked].map(|path| path.display().to_string());
    said("dpkg-deb", &["-x", &from, &to])?;
    let examples = unpacked.join("usr/share/doc/candor/examples");
    for (file, status, word) in [("words.c", 1, "error[use-after-free]"), ("words-fixed.c", 0, "verdict: holds")] {
        let mut command = Command::new(unpacked.join("usr/bin/candor"));
        command.args(["check", file]).current_dir(&examples).env_clear();
        command.env("PATH", "/usr/bin:/bin").env("HOME", unpacked);
        let output = command.output().map_err(|error| format!("the unpacked candor: {error}"))?;
        let text = text_of(&output);
        if output.status.code() != Some(status) || !text.contains(word) {
            return Err(format!("the unpacked candor says of {file}:\n{text}"));
        }
    }
    for file in ["usr/share/man/man1/candor-check.1.gz", "usr/share/doc/candor/docs/tutorial.md"] {
        if !unpacked.join(file).exists() {
            return Err(format!("{file} is not in the package"));
        }
    }
    Ok(())
}

/// What a program prints, if all goes well.
fn said(program: &str, args: &[&str]) -> Result<String, String> {
    said_by(Command::new(program).args(args), program)
}

fn said_by(command: &mut Command, program: &str) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{program}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned()),
        false => Err(format!("{program} fails:\n{}", text_of(&output))),
    }
}

fn text_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn make_folder(file: &Path) -> Result<(), String> {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    make_folder(file)?;
    fs::write(file, bytes).map_err(|error| format!("{}: {error}", file.display()))
}

/// The bytes of a file, or of all files in a folder.
fn size_of(path: &Path) -> u64 {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let within: u64 = entries.map(|entry| size_of(&entry.path())).sum();
    within + fs::symlink_metadata(path).map_or(0, |metadata| if metadata.is_dir() { 0 } else { metadata.len() })
}
