//! The program from outside: started, fed, listened to.

use crate::support::root;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The smallest format with something to score.
pub const FORMAT: &str = "language = 1\n[side.record]\nscore = 'integer'\n[standing.overall]\n\
    order = 'sum(score) highest first'\n";

/// The program, in the directory of the crate.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulesctl"));
    command.current_dir(root()).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// What a command does.
pub fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

/// What a command does that is fed on standard input.
pub fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = feeder.join();
    output
}

/// The exit code.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("it ends by itself")
}

/// What was said on standard error.
pub fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What was printed on standard output.
pub fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A directory of its own, removed at the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("rulesctl-test-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A log for [`FORMAT`] of so many games.
pub fn games(count: usize) -> String {
    let mut text = "game,entrant,score\n".to_owned();
    for game in 1..=count {
        text.push_str(&format!("{game},Anna,{game}\n{game},Bruno,3\n"));
    }
    text
}
