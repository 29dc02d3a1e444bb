//! One snapshot for each code.

use super::*;

#[test]
fn r0101() {
    insta::assert_snapshot!(said(&[
        "language = 1\ntitle = 'x\nsides = 2\n",
        "language = 1\ntitel = 'x'\n[clauses]\na = \n[side.rules]\nx = '''\n1 + 2\n\n[game]\n",
        "language = 1\n[clauses]\na = one\nb = \"x\" \"y\"\na = \"two\"\n[clauses]\n",
        "language = 1\nx = [1 2]\ny = { a = 1, b }\nz = 1.2.3\n[side\n",
        "\u{0}\u{1}\u{2}",
    ]));
}

#[test]
fn r0102() {
    insta::assert_snapshot!(said(&[
        "title = \"x\"\n",
        "",
        "title = \"x\"\nlanguage = 1\n",
        "language = 2\ntitel = \"x\"\nfuture syntax\n",
        "language = 99999999999999999999\n",
        "language = 0\n",
        "language = \"1\"\n",
        "language = 1.0\n",
        "[clauses]\nlanguage = 1\n",
    ]));
}

#[test]
fn r0103() {
    insta::assert_snapshot!(said(&[
        "language = 1\ntitel = \"x\"\nwhatever = 1\n[sides.record]\n[clause]\n",
        "language = 1\n[side.recorded]\nx = \"integer\"\n[side.placing]\norder = 'x highest first'\n[entrant.placing]\norder = 'x highest first'\n[event.record]\nx = \"integer\"\n[match.record]\nx = \"integer\"\n",
        "language = 1\n[[game.void]]\nwhen = 'x'\ntext = \"y\"\ncosts = '5'\n",
        "language = 1\n[clauses]\na = { text = \"x\", nota = true }\n[options.p]\nchoice = [\"a\"]\ndefault = \"a\"\n[part.c]\nname = [\"x\"]\n[standing.s]\norder = 'x highest first'\ncolumn = [\"x\"]\n[claims]\n\"x\" = { in = \"game\", holds = 'x' }\n[[example]]\nname = \"x\"\ngame = {}\nexpects = {}\nexpect = { a = 1 }\n",
        "language = 1\n[seating]\nseat = [\"a\"]\n[seating.four]\nseats = [\"a\"]\n",
        "language = 1\n[game.record]\nx = { type = \"integer\", default = 3 }\n[game.placing]\norder = 'x highest first'\ntie = \"lot\"\n",
    ]));
}

#[test]
fn r0104() {
    insta::assert_snapshot!(said(&[
        "language = 1\nset = { players = \"two\" }\n",
        "language = 1\n[options.p]\n[options.q]\nchoices = [\"a\"]\n[options.r]\ndefault = 1\n[standing.s]\n[game.placing]\nties = \"lot\"\n[[game.void]]\n[[example]]\n[[example]]\nname = \"x\"\nafter = \"y\"\n",
        "language = 1\n[clauses]\na = { note = true }\n[claims]\nb = { on = \"game\" }\n[side.record]\nx = { text = \"no type\" }\n",
    ]));
}

#[test]
fn r0105() {
    insta::assert_snapshot!(said(&[
        "language = 1\ntitle = 3\nclauses = [\"a\"]\n[source]\nurl = [\"x\"]\n[[part]]\nx = 1\n",
        "language = 1\n[side.rules]\na = 12\nb = 0.5\nc = true\nd = 2026-11-30\ne = [\"x\"]\nf = { x = 1 }\n[side.record]\na1 = 3\nb1 = { type = 4 }\n",
        "language = 1\n[clauses]\na = 1\nb = { text = \"x\", note = \"yes\" }\nc = { text = \"x\", note = true, waits = \"y\" }\n",
        "language = 1\n[options.p]\nchoices = []\ndefault = \"a\"\n[options.q]\nchoices = [2, 3]\ndefault = [1]\n[options.r]\nchoices = [\"a\"]\ntype = \"integer\"\ndefault = \"a\"\n[options.s]\nchoices = \"a\"\ndefault = inf\n",
        "language = 1\n[game.void]\nwhen = 'x'\ntext = \"y\"\n[game]\nwarn = 3\n[[match]]\n",
        "language = 1\n[seating]\nsides = \"some\"\nseats = 3\n",
        "language = 1\n[seating]\nsides = -1\nseats = { a = \"x\" }\n",
        "language = 1\n[part.c]\nof = \"sides\"\nnames = \"x\"\n[standing.s]\norder = 'x highest first'\nties = \"shared\"\ncolumns = [1]\nlisted = true\n",
        "language = 1\n[[example]]\nname = 1\nset = 1\nafter = 1\nentrants = [\"a\"]\ngame = {}\ngames = []\nexpect = {}\nbecause = \"x\"\n",
        "language = 1\n[[example]]\nname = \"x\"\ngame = { a = nan }\nexpect = { a = [1] }\n[[example]]\nname = \"y\"\ngame = { a.b.c.d.e.f.g.h.i.j.k.l.m.n = 1 }\nexpect = { a.b.c.d.e.f.g.h.i.j.k.l.m.n = 1 }\n",
        "language = 1\nexample = 3\n",
    ]));
}

#[test]
fn r0106() {
    insta::assert_snapshot!(said(&[
        "language = 1\n[simulate]\n[pairing]\n[[penalty]]\n",
        "language = 1\n[[phase]]\nname = \"x\"\npairing = \"Swiss system\"\n",
    ]));
}

#[test]
fn r0107() {
    insta::assert_snapshot!(said(&[
        "language = 1\nextends = \"bases\"\n",
        "language = 1\nextends = \"chess\"\ntitel = \"said all the same\"\n",
        "language = 1\nextends = 3\n",
    ]));
    let shelf = [
        ("a", "language = 1\nextends = \"b\"\n"),
        ("b", "language = 1\nextends = \"c\"\n"),
        ("c", "language = 1\nextends = \"a\"\n"),
        ("newer", "language = 2\n"),
    ];
    let (format, sources, found) = read("language = 1\nextends = \"a\"\n", &shelf);
    assert!(format.is_none());
    insta::assert_snapshot!("r0107_circle", complaints(&sources, &found));
    let (format, sources, found) = read("language = 1\nextends = \"newer\"\n", &shelf);
    assert!(format.is_none());
    insta::assert_snapshot!("r0107_base_too_new", complaints(&sources, &found));
}

#[test]
fn r0108() {
    insta::assert_snapshot!(said(&[
        "language = 1\n[side.record]\nx = \"integer\"\nplace = \"integer\"\n[side.rules]\nx = '1'\nseat = '1'\n[game.record]\nround = \"integer\"\nmatch = \"text\"\n",
        "language = 1\n[match]\n[game.record]\nmatch = \"text\"\n[entrant.record]\nname = \"text\"\n",
        "language = 1\n[options.p]\nchoices = [\"a\", \"b\", \"a\"]\ndefault = \"a\"\n[part.c]\nnames = [\"x\", \"x\"]\n",
        "language = 1\n[part.game]\n[part.c]\nplural = \"others\"\n[part.d]\nplural = \"d\"\n[part.cs]\n",
        "language = 1\n[part.c]\nnames = [\"x\"]\n[part.d]\nnames = [\"x\"]\n[seating]\nseats = [\"entrant\", \"c\"]\n",
        "language = 1\n[part.c]\nnames = [\"x\"]\n[part.c.record]\nname = \"text\"\n[part.d.record]\nname = \"text\"\n",
        "language = 1\nextends = \"base\"\n[game.rules]\nx = '1'\n",
        "language = 1\n[[example]]\nname = \"x\"\ngame = {}\nexpect = { a = 1 }\n[[example]]\nname = \"x\"\ngame = {}\nexpect = { a = 1 }\n",
    ]));
}

#[test]
fn r0109() {
    insta::assert_snapshot!(said(&[
        "language = 1\n[side.rules]\n\"\" = '1'\n\" a\" = '1'\n\"a\\nb\" = '1'\n\"a\u{202e}b\" = '1'\n\"two words\" = '1'\nby = '1'\nbest = '1'\n\"x²\" = '1'\n\"二段\" = '1'\n'say \"x\"' = '1'\n",
        "language = 1\n[options.p]\nchoices = [\"\", \"ok\"]\ndefault = \"ok\"\n[part.\" \"]\n[seating]\nseats = [\"a \"]\n[standing.\"\"]\norder = 'x highest first'\n[claims]\n\"\" = 'x'\n[clauses]\n\"4.2\" = \"fine\"\n\" \" = \"x\"\n",
    ]));
}

#[test]
fn r0110() {
    let parts = "[part.c]\nnames = [\"x\", \"y\"]\n[part.g]\nnames = [\"board\"]\nof = \"game\"\n";
    let option = "[options.p]\nchoices = [\"two\", \"four\"]\ndefault = \"two\"\n[options.n]\ntype = \"integer\"\ndefault = 1\n";
    let with = |rest: &str| format!("language = 1\n{option}{parts}{rest}");
    let texts = [
        with("[seating]\nseats = [\"a\", \"b\", \"a\"]\n"),
        with("[seating]\nseats = { a = [\"x\"], b = [\"x\", \"z\"], c = [\"board\"] }\n"),
        with("[seating]\nsides = 3\nseats = [\"a\", \"b\"]\n"),
        with("[seating]\nsides = 0\n"),
        with("[seating]\nsides = \"4 to 2\"\n"),
        with("[seating]\nsides = \"3 or more\"\nseats = [\"a\", \"b\"]\n"),
        with("[seating]\nby = \"q\"\n"),
        with("[seating]\nby = \"n\"\n"),
        with(
            "[seating]\nby = \"p\"\nsides = 2\n[seating.two]\nseats = [\"a\", \"b\"]\n[seating.fuor]\nsides = 4\n",
        ),
    ];
    insta::assert_snapshot!(said(&texts.each_ref().map(String::as_str)));
}

#[test]
fn r0206() {
    insta::assert_snapshot!(said(&[
        "language = 1\n[[example]]\nname = \"x\"\ngame = { a = 9223372036854775808, b = -9223372036854775808, c = 0xff }\nexpect = { a = 99999999999999999999999999999999999999999 }\n",
    ]));
}

#[test]
fn pages() {
    use crate::diagnostic::Code;
    // Whether phases can be played is not known before the format is checked.
    for code in Code::ALL.iter().take_while(|code| **code < Code::BadPhase) {
        let page = code.page();
        assert!(page.starts_with(&format!("# {code}: {}\n", code.title())), "{code}");
        let blocks: Vec<&str> =
            page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        let [example, mended] = blocks[..] else { panic!("{code} has {} blocks", blocks.len()) };
        let (_, _, found) = read(example, &[]);
        assert!(!found.is_empty() && found.iter().all(|one| one.code == *code), "{code}: {found:?}");
        let (format, sources, found) = read(mended, &[]);
        assert!(format.is_some(), "{code}");
        assert_eq!(complaints(&sources, &found), "", "{code}");
    }
}

#[test]
fn many_rules_are_told_of_in_their_order() {
    // So many rules are read on all cores.
    let mut text = "language = 1\n[side.record]\nscore = \"integer\"\n[side.rules]\n".to_owned();
    let wrong = |number: usize| number.is_multiple_of(3);
    for number in 0..600 {
        let rule = if wrong(number) { "score +" } else { "score + 1" };
        writeln!(text, "rule_{number} = \"{rule}\"").unwrap();
    }
    let (format, sources, found) = read(&text, &[]);
    let lines: Vec<usize> =
        found.iter().map(|complaint| sources.line_column(complaint.labels[0].span).0).collect();
    assert_eq!(lines, (0..600).filter(|number| wrong(*number)).map(|number| number + 5).collect::<Vec<_>>());
    let format = format.unwrap();
    let rules: Vec<_> = format.sheets.iter().flat_map(|sheet| &sheet.rules).collect();
    let read: Vec<bool> = rules.iter().map(|entry| entry.rule.is_some()).collect();
    assert_eq!(read, (0..600).map(|number| !wrong(number)).collect::<Vec<_>>());
    assert!(rules.iter().enumerate().all(|(place, entry)| entry.name.text == format!("rule_{place}")));
}
