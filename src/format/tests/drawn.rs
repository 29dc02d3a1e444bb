//! Examples of who meets whom, as they are read.

use super::rendered::rendered;
use super::*;

#[test]
fn every_way_to_say_what_comes_out() {
    let text = r#"language = 1
[options.players]
choices = ["two", "four"]
default = "two"
[[example]]
name   = "Pools"
set    = { players = "four" }
phase  = "qualification"
round  = 2
ranked = 5
pools  = [[1, 3, 5], [2, 4]]
games  = [{ blue = 1, yellow = 5, umpire = 3 }, [2, 4]]
because     = ["thirds"]
not_because = ["lots"]
[[example]]
name    = "Matches"
phase   = "final"
ranked  = 4
matches = [[1, 4], [2, 3]]
[[example]]
name   = "Sizes"
phase  = "qualification"
ranked = 0x7
sizes  = [4, 3]
[[example]]
name    = "Refused"
phase   = "qualification"
ranked  = 0
refused = true
[[example]]
name   = "Games alone"
phase  = "final"
ranked = 2
games  = []
"#;
    let (format, sources, found) = read(text, &[]);
    assert_eq!(complaints(&sources, &found), "");
    let format = format.unwrap();
    assert!(format.examples.is_empty());
    let rendered = rendered(&format, &sources);
    let (_, drawn) = rendered.split_once("example Pools").unwrap();
    insta::assert_snapshot!(format!("example Pools{drawn}"));
    let (built_on, ..) = read("language = 1\nextends = \"base\"\n", &[("base", text)]);
    assert!(built_on.unwrap().drawn_examples.is_empty(), "examples are tried where they stand");
}

#[test]
fn what_is_said_of_bad_ones() {
    let said = said(&[
        "language = 1\n[[example]]\nranked = 3\n",
        "language = 1\n[[example]]\nname = \"x\"\nphase = \"q\"\ngame = {}\nexpect = {}\nrankd = 3\npools = []\n",
        "language = 1\n[[example]]\nname = \"x\"\nphase = 1\nround = 0\nranked = 10001\nsizes = [0, 1.5]\n",
        "language = 1\n[[example]]\nname = \"x\"\nphase = \"q\"\nranked = \"3\"\npools = [1, 2]\n",
        "language = 1\n[[example]]\nname = \"x\"\nphase = \"q\"\nranked = 3\npools = \"1, 2\"\nsizes = [3]\n",
        "language = 1\n[[example]]\nname = \"x\"\nphase = \"q\"\nranked = 3\nrefused = true\ngames = [1]\n",
        "language = 1\n[[example]]\nname = \"x\"\nphase = \"q\"\nranked = 3\nrefused = false\ngames = [{ blue = \"P1\" }]\n",
        "language = 1\n[[example]]\nname = \"x\"\nphase = \"q\"\nranked = 99999999999999999999\nrefused = 1\n",
        "language = 1\n[[example]]\nname = \"x\"\nphase = \"q\"\nranked = 3\nsizes = [3]\n[[example]]\nname = \"x\"\ngame = { a.b = 1 }\nexpect = { a.b = 1 }\n",
    ]);
    insta::assert_snapshot!(said);
}
