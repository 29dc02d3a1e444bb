//! Every code, once: its severity, its name in the source, and its page in `docs/codes/`.

use std::fmt;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Nothing is scored until it is mended.
    Error,
    /// Probably not what was meant.
    Warning,
}

macro_rules! codes {
    ($($code:ident $name:ident $severity:ident $title:literal;)*) => {
        /// A kind of complaint, with a code that never changes its meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(
                #[doc = $title]
                $name,
            )*
        }

        impl Code {
            /// All codes, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// `R0101`
            #[must_use]
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => stringify!($code),)* }
            }

            /// What it is about, in a few words.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }

            /// Error or warning.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }

            /// The page that `check --explain` prints.
            #[must_use]
            pub fn page(self) -> &'static str {
                match self {
                    $(Self::$name => include_str!(concat!("../../docs/codes/", stringify!($code), ".md")),)*
                }
            }
        }
    };
}

codes! {
    // The file and its keys.
    R0101 NotToml Error "not a TOML file";
    R0102 LanguageVersion Error "the language version is missing, not first, or too new";
    R0103 UnknownKey Error "a key that means nothing here";
    R0104 MissingKey Error "a key that must be there is not";
    R0105 WrongShape Error "a value of the wrong shape";
    R0106 NotYet Error "a part of the language that this version does not have";
    R0107 BadExtends Error "the format that is built on cannot be found, or leads back here";
    R0108 NameTaken Error "one name for two things";
    R0109 BadName Error "not a name";
    R0110 BadSeating Error "seats, sides or parts that do not fit together";
    // Phases.
    R0111 BadPhase Error "a phase that cannot be played";
    R0112 BadSchedule Error "a schedule that does not work out";
    R0113 BadBracket Error "a bracket that does not work out";
    R0114 LooseEnd Warning "a match that decides nothing";
    // Ladders.
    R0115 BadLadder Error "a ladder that contradicts itself";
    // Parts in lists.
    R0116 BadWritten Error "a part that cannot be written so";
    // The rule strings.
    R0201 Syntax Error "a rule that cannot be read";
    R0202 WrongSpelling Error "a spelling from another language";
    R0203 TooDeep Error "brackets nested too deeply";
    R0204 TooLong Error "a rule string that is too long";
    R0205 MixedNumber Error "a number with letters in it";
    R0206 LiteralTooLarge Error "a number that is too large";
    // Names.
    R0301 UnknownName Error "a name that nothing bears";
    R0302 UnknownFunction Error "a function that does not exist";
    R0303 AmbiguousName Error "a name that could mean two things";
    R0304 WrongLevel Error "a column that this sheet cannot see";
    R0305 UnknownChoice Error "not one of the choices";
    R0306 Cycle Error "rules that need each other";
    R0307 BeyondGame Error "a state that looks beyond its game";
    // Types.
    R0401 TypeMismatch Error "a value of the wrong kind";
    R0402 OptionalUnmet Error "a value that may be missing";
    R0403 ElseNeverUsed Warning "an `else` that is never used";
    R0404 WrongArguments Error "the wrong number of arguments";
    R0405 WrongDirection Error "a direction that does not suit the key";
    R0406 NothingToAggregate Error "an aggregate over nothing";
    R0407 ChanceInRule Error "chance where nothing is left to it";
    // Proofs.
    R0501 BandGap Error "values that no band takes";
    R0502 BandOverlap Error "values that two bands take";
    R0503 BandUnreachable Warning "a band that no value reaches";
    R0504 CaseUnreachable Warning "a case that can never be reached";
    R0505 CasesIncomplete Error "situations that no case takes";
    R0506 ConstantCondition Warning "a condition that is always the same";
    R0507 MayDivideByZero Warning "a divisor that can be zero";
    R0508 MayOverflow Warning "a result that can be too large";
    R0509 NotAnalysed Warning "too large to be proved";
    R0510 MayLeaveDomain Warning "a value that a rule may not be able to take";
    R0511 LevelUnreached Warning "a level that nobody can reach, or that nobody should";
    // Clauses, options, claims, examples.
    R0601 UnknownClause Error "a citation of a clause that does not exist";
    R0602 UncitedClause Warning "a clause that nothing cites";
    R0603 UnusedColumn Warning "a recorded column that nothing uses";
    R0604 UnknownOption Error "no such option";
    R0605 BadOption Error "a value that the option does not have";
    R0606 ClaimFails Error "a claim that does not hold";
    R0607 ExampleFails Error "an example that comes out differently";
    R0608 ExampleReason Error "an example that comes out for another reason";
    R0609 BadExample Error "an example that cannot be scored";
    R0610 ClaimBreaks Warning "a claim that some record breaks";
    // Logs.
    R0701 Unreadable Error "a file that cannot be read";
    R0702 NotUtf8 Error "bytes that are not UTF-8";
    R0703 NotJson Error "a line that is not JSON, or is cut short";
    R0704 BadHeader Error "a header or a key that the format does not know";
    R0705 MissingValue Error "a value that must be recorded is not";
    R0706 BadValue Error "a value that cannot be read";
    R0707 OutOfRange Error "a value outside its declared range";
    R0708 DuplicateGame Error "the same game twice";
    R0709 WrongSides Error "the wrong sides in a game";
    R0710 EmptyLog Error "a log without games";
    R0711 UnknownRecord Error "a kind of record that is not known";
    R0712 RepeatedLine Warning "two records that are alike to the letter";
    R0713 WrongCells Error "a row with too few or too many cells";
    R0714 AlikeNames Warning "two entrants whose names look alike";
    R0715 UnregisteredEntrant Warning "an entrant whom nobody registered";
    R0716 MatchOfOthers Warning "one match, played by others";
    R0717 ActOfUnknown Error "an act about somebody or something that is not there";
    R0718 BadAct Error "an act that contradicts itself, or does nothing";
    R0719 BadCorrection Error "a correction of what is not recorded";
    R0720 UnplayedGame Warning "a game that is not played yet";
    R0721 UnknownUmpire Warning "an umpire who is no entrant";
    R0722 UnreadableMoves Error "a record of moves that cannot be read";
    R0723 IllegalMove Error "a move against the rules of the game";
    R0724 OtherSeats Error "a record of moves whose players have no seats";
    R0725 NoEdition Error "a game that belongs to no edition, or to two";
    R0726 Disputed Warning "two records of a game that contradict one another";
    R0727 WrongReporter Warning "a report or a confirmation by somebody who cannot give it";
    R0728 PassedOver Warning "files in a folder that are not read";
    R0729 Moved Warning "a correction that moves a game to another edition";
    R0730 UnclearEdition Warning "an act that could be of several editions";
    // Scoring.
    R0801 Overflow Error "a result that is too large";
    R0802 DivisionByZero Error "a division by zero";
    R0803 OutOfDomain Error "a value that a rule cannot take";
    R0804 ClaimBroken Error "a game that breaks a claim";
    R0805 TieRefused Error "a tie that the format does not allow";
    // Events.
    R0901 NotPrescribed Warning "a game that the pairing does not prescribe";
    R0902 SeatsSwapped Warning "a prescribed game, played in other seats";
    R0903 PlayedTwice Warning "a prescribed game, recorded more than once";
    R0904 TooEarly Warning "a game of a round that cannot be paired yet";
    R0905 TooLate Warning "a correction after the next round was paired";
    R0906 IdleAct Warning "a record that has no effect";
    R0907 ResultsMissing Error "results that are missing";
    R0908 DecisionMissing Error "somebody has to decide";
    R0909 NoPairing Error "entrants who cannot be paired";
    R0910 BadDraw Error "a recorded draw that does not fit";
    R0911 WithoutGames Warning "entrants for whom there is no game";
    R0912 Overdue Warning "a match that is overdue";
    R0913 NeverDecided Warning "a match that no invented game decides";
}

impl Code {
    /// The code with this id, in any case of letters.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.id())
    }
}
