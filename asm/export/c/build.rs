//! Compiles the C and assembly files of this folder. The variables CC, CFLAGS and AR name the C compiler, its flags
//! and the archiver, each with arguments if need be: CC="gcc -m64".

use std::{env, path::Path, process::Command};

const FILES: [&str; 2] = ["koggestone_kernels.S", "koggestone_kernels.c"];

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        other => panic!("{command:?}: {other:?}"),
    }
}

/// The words of a variable, or of default.
fn words(name: &str, default: &str) -> Vec<String> {
    println!("cargo:rerun-if-env-changed={name}");
    let value = env::var(name).unwrap_or_default();
    let text = if value.trim().is_empty() {
        default
    } else {
        &value
    };
    text.split_whitespace().map(String::from).collect()
}

fn command(words: &[String]) -> Command {
    let mut c = Command::new(&words[0]);
    c.args(&words[1..]);
    c
}

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let (cc, flags, ar) = (words("CC", "cc"), words("CFLAGS", "-O2"), words("AR", "ar"));
    let library = format!("{out}/libkoggestone_kernels.a");
    let _ = std::fs::remove_file(&library);
    let mut archive = command(&ar);
    archive.args(["rcs", &library]);
    for file in FILES {
        println!("cargo:rerun-if-changed={file}");
        let object = format!("{out}/{}.o", file.replace('.', "_"));
        run(command(&cc).args(&flags).args([
            "-fPIC",
            "-ffunction-sections",
            "-fdata-sections",
            "-c",
            file,
            "-o",
            &object,
        ]));
        archive.arg(&object);
    }
    assert!(Path::new("koggestone_kernels.h").exists());
    println!("cargo:rerun-if-changed=koggestone_kernels.h");
    run(&mut archive);
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static=koggestone_kernels");
}
