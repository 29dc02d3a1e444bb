//! The words of a page, one file per language.
//!
//! A language is a value of [`Words`], which has a field for every text: none can be missing. `{0}`, `{1}`… stand for what is
//! filled in. The English file says what each is for. It must never know which chapter says what. Start with [`Words`].

mod english;
mod french;
mod japanese;
mod polish;

/// A language that pages can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English
    English,
    /// French
    French,
    /// Polish
    Polish,
    /// Japanese
    Japanese,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 4] = [Self::English, Self::French, Self::Polish, Self::Japanese];

    /// How pages tag it.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::Polish => "pl",
            Self::Japanese => "ja",
        }
    }

    /// The language of a tag, whatever region it names: `fr`, `fr-CA`.
    #[must_use]
    pub fn find(tag: &str) -> Option<Self> {
        let primary = tag.split('-').next()?;
        Self::ALL.into_iter().find(|language| language.tag() == primary)
    }

    /// Its words.
    #[must_use]
    pub fn words(self) -> &'static Words {
        match self {
            Self::English => &english::ENGLISH,
            Self::French => &french::FRENCH,
            Self::Polish => &polish::POLISH,
            Self::Japanese => &japanese::JAPANESE,
        }
    }
}

macro_rules! words {
    ($($name:ident,)*) => {
        /// The texts of one language.
        #[derive(Debug)]
        pub struct Words {
            $(pub $name: &'static str,)*
        }

        #[cfg(test)]
        impl Words {
            /// All of them, each with its name.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name),)*]
            }
        }
    };
}

words! {
    // Signs
    colon,
    comma,
    semicolon,
    stop,
    blank,
    dash,
    ditto,
    quoted,
    // Top and foot of the page
    contents,
    source,
    author,
    publisher,
    date_of_source,
    language_of_source,
    address,
    about,
    about_page,
    this_type,
    about_bases,
    // Options
    options,
    option,
    choices,
    default,
    chosen,
    meaning,
    option_unless,
    // Who plays
    who_plays,
    sides_of_game,
    seat,
    owns,
    each_owns,
    // What is written down
    recorded,
    games_name,
    its_phase,
    its_round,
    its_match,
    its_date,
    its_umpire,
    of_event,
    of_entrant,
    of_match,
    of_match_side,
    of_game,
    of_side,
    of_part,
    name,
    holds,
    remark,
    optional,
    unless_recorded,
    written_like,
    list_of,
    list_of_parts,
    one_of,
    integer,
    number,
    flag,
    text,
    date,
    duration,
    yes,
    no,
    // Ranges
    anything,
    or_more,
    or_less,
    above,
    below,
    or_later,
    or_earlier,
    after_day,
    before_day,
    to,
    from_below,
    above_to,
    between,
    // Rules
    game_scored,
    match_scored,
    added_up,
    defined,
    sum_of,
    by_bands,
    by_cases,
    amount,
    when,
    always,
    clause,
    otherwise,
    and,
    or,
    not,
    if_else,
    or_else,
    further_values,
    worked_out,
    registration,
    // What does not count
    void,
    void_intro,
    fault,
    fault_intro,
    warn,
    warn_intro,
    of_what,
    said,
    costs,
    // Orders
    places_in_game,
    places_in_match,
    standings,
    highest_first,
    lowest_first,
    latest_first,
    earliest_first,
    longest_first,
    shortest_first,
    yes_first,
    no_first,
    missing_last,
    among_tied,
    labelled,
    ties_share,
    ties_lot,
    ties_refuse,
    over_season,
    over_edition,
    listed,
    table_shows,
    // States and levels
    ladder,
    ladder_intro,
    begins_with,
    levels,
    levels_intro,
    level,
    reached_when,
    never_reached,
    everybody,
    kept,
    // The event
    event,
    every_month,
    every_year,
    zone,
    pairing,
    pools,
    round_robin,
    knockout,
    knockout_on,
    open,
    rounds,
    groups,
    ranked_by,
    where_level,
    level_lot,
    level_decision,
    month_of_edition,
    year_of_edition,
    last_day,
    day_of_month,
    last_of_month,
    last_of_year,
    legs,
    numbers,
    by_lot,
    most_matches,
    most_games,
    most_meetings,
    most_meetings_games,
    games_of_match,
    games_of_match_heading,
    games_of_meeting,
    all_entrants,
    places_of,
    by_standing,
    by_entry,
    // Pools
    first_round,
    later_rounds,
    round,
    cut_by,
    drawn,
    draw_lot,
    draw_position,
    draw_snake,
    remainder,
    pools_of,
    no_remainder,
    pool_of,
    pool,
    game,
    umpire,
    side_number,
    // Brackets
    bracket,
    elimination,
    elimination_third,
    drawn_for,
    level_match,
    one_more_game,
    who_is_a,
    a_by_lot,
    a_by_position,
    a_match,
    place_of_winner,
    place_of_loser,
    seed,
    winner_of,
    loser_of,
    bye,
    round_number,
    // The arbiter, and lots
    arbiter,
    arbiter_intro,
    act_correction,
    act_void,
    act_void_game,
    act_withdrawal,
    act_confirmation,
    act_dispute,
    act_order,
    act_winner,
    act_close,
    lots,
    lots_intro,
    // Claims
    claims,
    proved,
    tried,
    // Examples
    examples,
    after_example,
    who,
    before,
    is_recorded,
    comes_out,
    the_game,
    the_match,
    the_event,
    name_and_seat,
    because,
    not_because,
    record,
    a_game,
    a_withdrawal,
    a_decision,
    a_draw,
    a_correction,
    an_annulment,
    a_confirmation,
    a_closing,
    an_entrant,
    nobody,
    asked_on,
    won_by,
    nobody_goes_on,
    not_decided,
    meets,
    final_places,
    overdue,
    empty_list,
    phase,
    entrants,
    sizes_of_pools,
    one_draw,
    cannot_be_paired,
    one_of_the_draws,
    // Further clauses
    further_clauses,
    notes,
    verified,
    of_variants,
    waiting,
    waits_for,
    // What functions give
    functions_intro,
    function,
    gives,
    abs,
    isqrt,
    floor,
    ceil,
    round_function,
    min,
    max,
    sum,
    mean,
    count,
    any,
    all,
    none,
    first,
    last,
    known,
    div,
    modulo,
}
