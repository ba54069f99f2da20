//! Compiles the C and assembly files of this folder by the C compiler: the variable CC, or cc.

use std::{env, path::Path, process::Command};

const FILES: [&str; 4] = [
    "koggestone_kernels.S",
    "koggestone_kernels.c",
    "koggestone_generic.c",
    "koggestone_tables.c",
];

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        other => panic!("{command:?}: {other:?}"),
    }
}

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let variable = |name: &str, default: &str| {
        println!("cargo:rerun-if-env-changed={name}");
        env::var(name).unwrap_or_else(|_| default.to_string())
    };
    let (cc, ar) = (variable("CC", "cc"), variable("AR", "ar"));
    let library = format!("{out}/libkoggestone_kernels.a");
    let _ = std::fs::remove_file(&library);
    let mut archive = Command::new(ar);
    archive.args(["rcs", &library]);
    for file in FILES {
        println!("cargo:rerun-if-changed={file}");
        let object = format!("{out}/{}.o", file.replace('.', "_"));
        run(Command::new(&cc).args([
            "-O2",
            "-fPIC",
            "-ffunction-sections",
            "-c",
            file,
            "-o",
            &object,
        ]));
        archive.arg(&object);
    }
    for header in [
        "koggestone_kernels.h",
        "koggestone_internal.h",
        "koggestone_asm.h",
    ] {
        assert!(Path::new(header).exists());
        println!("cargo:rerun-if-changed={header}");
    }
    run(&mut archive);
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static=koggestone_kernels");
}
