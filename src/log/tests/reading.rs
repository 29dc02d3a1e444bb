//! What is read, encoding by encoding.

use super::fixtures::{duel, duo, three_of_four, tiles};
use super::shown::outcome;
use insta::assert_snapshot;

#[test]
fn json_lines_with_seats_and_colours() {
    let log = r#"{"game": {"id": 1, "round": 2, "sides": {"yellow_green": {"entrant": "Żółw", "yellow": {"squares_left": 12}, "green": {"squares_left": 0, "monomino_last": true}}, "blue_red": {"entrant": "P1", "time": "1:30", "red": {"pieces_left": 3, "squares_left": 7}, "blue": {"squares_left": 89}}}}}

{"game": {"sides": [{"entrant": "P1", "seat": "yellow_green", "yellow": {"squares_left": 1}, "green": {"squares_left": 2}}, {"seat": "blue_red", "time": 90.5, "entrant": "P3", "blue": {"squares_left": 3}, "red": {"squares_left": 4, "monomino_last": "yes"}}], "note": "a \"b\" ⛄"}}
"#;
    assert_snapshot!(outcome(&duo(), &[("games.jsonl", log.as_bytes())], false));
}

#[test]
fn wide_csv_with_seats_and_colours() {
    let log = "id;round;blue_red;blue_red.time;yellow_green;blue.squares_left;blue_red.red.squares_left;red.pieces_left;yellow.squares_left;green.squares_left;green.monomino_last;note\r\n\
               1;2;P1;1:30;Żółw;89;7;3;12;0;x;\r\n\
               \r\n\
               ;;P3;90,5;P1;3;4;;1;2;no;\"a \"\"b\"\"; ⛄\"\r\n;;;;;;;;;;;\r\n";
    let log = format!("\u{FEFF}{log}");
    assert_snapshot!(outcome(&duo(), &[("games.csv", log.as_bytes())], false));
}

#[test]
fn long_csv_with_seats_and_colours() {
    let log = "game,seat,entrant,round,time,blue.squares_left,red.squares_left,yellow.squares_left,green.squares_left\n\
               1,yellow_green,P2,2,,,,12,0\n\
               1,blue_red,P1,2,45 s,89,7,,\n\
               2,blue_red,P1,,2 min,1,2,,\n\
               2,yellow_green,P3,,,,,3,4";
    assert_snapshot!(outcome(&duo(), &[("games.csv", log.as_bytes())], false));
}

#[test]
fn an_empty_seat_in_each_encoding() {
    let wide = "blue,yellow,red,green,blue.squares_left,yellow.squares_left,red.squares_left,green.squares_left\n\
                A,B,,C,1,2,30,3\nA,B,C,,4,5,6,40\nA,,B,C,7,,8,9\n";
    let long =
        "game,seat,entrant,squares_left,red.squares_left\nx,blue,A,1,30\nx,yellow,B,2,30\nx,green,C,3,\n";
    let json = r#"{"game": {"sides": {"blue": {"entrant": "A", "squares_left": 1}, "yellow": {"entrant": "B", "yellow": {"squares_left": 2}}, "green": {"entrant": "C", "squares_left": 3}}, "red": {"squares_left": 30}}}"#;
    let logs: [(&str, &[u8]); 3] =
        [("wide.csv", wide.as_bytes()), ("long.csv", long.as_bytes()), ("games.jsonl", json.as_bytes())];
    assert_snapshot!(outcome(&three_of_four(), &logs, false));
}

#[test]
fn sides_without_seats() {
    let json = r#"{"entrant": {"name": "TOTO"}}
{"game": {"match": "m1", "day": "2026-11-30", "end": "played", "sides": {"TITI": {"score": 54, "share": "2/3"}, "TOTO": {"score": -74, "time": 30, "late": true}}}}
{"game": {"match": 2, "phase": "final", "sides": [{"entrant": "TITI", "score": 1, "share": 0.25}, {"entrant": "TATA", "score": 2, "time": "1 h"}]}}
"#;
    let wide = "game\tmatch\t1\t1.score\t1.time\t2\t2.score\tday\nw1\tm1\tTITI\t9223372036854775807\t0,5\tTUTU\t\u{2212}200\t2024-02-29\n";
    let long = "game;entrant;score;match;late\nl1;TOTO;1;m1;1\nl1;TUTU;2;;n\n";
    let logs: [(&str, &[u8]); 3] =
        [("games.jsonl", json.as_bytes()), ("wide.tsv", wide.as_bytes()), ("long.csv", long.as_bytes())];
    assert_snapshot!(outcome(&duel(), &logs, false));
}

#[test]
fn lists_and_parts_of_the_game() {
    let json = r#"{"entrant": {"name": "A", "born": "2001-02-03", "clubs": ["x", "y"]}}
{"game": {"ends": [6, 1], "second": {"result": "1-0"}, "sides": {"A": {"marks": [1, 2], "hand": [{"a": 1, "b": 2, "dots": [4, 5]}, {"a": 6, "b": 6}]}, "B": {"hand": [], "marks": [3]}, "C": {"hand": [{"b": 0, "a": 0, "dots": [9]}]}}}}
{"entrant": {"name": "C", "born": "1999-12-31"}}
{"entrant": {"name": "B", "born": "1970-01-01", "clubs": ["z"]}}
"#;
    let long = "game,entrant,marks,ends,first.result\n7,B,1|2,3|4,draw\n7,A, 10 ,3|4,\n";
    let logs: [(&str, &[u8]); 2] = [("games.jsonl", json.as_bytes()), ("long.csv", long.as_bytes())];
    assert_snapshot!(outcome(&tiles(), &logs, false));
}

#[test]
fn line_ends_of_all_kinds() {
    let log = "id,1,1.score,2,2.score\na,X,1,Y,2\nb,X,3,Y,4\n";
    let plain = outcome(&duel(), &[("g", log.as_bytes())], false);
    for end in ["\r\n", "\r"] {
        assert_eq!(outcome(&duel(), &[("g", log.replace('\n', end).as_bytes())], false), plain);
        assert_eq!(outcome(&duel(), &[("g", log.trim_end().replace('\n', end).as_bytes())], false), plain);
    }
    let json = "{\"game\": {\"sides\": {\"X\": {\"score\": 1}, \"Y\": {\"score\": 2}}}}\n";
    let plain = outcome(&duel(), &[("g", json.as_bytes())], false);
    assert_eq!(outcome(&duel(), &[("g", json.replace('\n', "\r\n\r\n").as_bytes())], false), plain);
    assert_eq!(outcome(&duel(), &[("g", format!("\u{FEFF}{json}  ").as_bytes())], false), plain);
}

#[test]
fn a_quoted_cell_may_hold_lines() {
    let log = "id;blue_red;yellow_green;blue.squares_left;red.squares_left;yellow.squares_left;green.squares_left;note\r\n\
               1;P1;P2;1;2;3;4;\"one\r\n\r\ntwo; \"\"three\"\"\"\r\n2;P1;P2;1;2;3;400;x\r\n";
    assert_snapshot!(outcome(&duo(), &[("games.csv", log.as_bytes())], true));
}

#[test]
fn what_is_left_out_is_listed() {
    let long = "game,entrant,score\na,X,1\na,Y,oops\nb,X,3\nb,Y,4\nc,X,5\na,Y,6\na,X,7\n";
    let json = "{\"game\": {\"id\": \"d\", \"sides\": {\"X\": {\"score\": 1}, \"Y\": {\"score\": null}}}}\nnonsense\n\
                {\"game\": {\"id\": \"e\", \"sides\": {\"X\": {\"score\": 1}, \"Y\": {\"score\": 2}}}}\n\
                {\"game\": {\"id\": \"b\", \"sides\": {\"X\": {\"score\": 1}, \"Z\": {\"score\": 2}}}}";
    let mut json = json.as_bytes().to_vec();
    json.extend_from_slice(b"\n{\"game\": \"\xFF\"}\n");
    assert_snapshot!(outcome(&duel(), &[("long.csv", long.as_bytes()), ("games.jsonl", &json)], true));
}
