//! The chapter of the arbiter: what somebody may have to decide, and how lots are drawn.
//!
//! Which acts there are follows from the phases of the format. Start with [`write`].

use super::document::{Page, plain};
use super::view::View;
use crate::ruleset::{Cut, Draw, Phase, Scheme, Settling, Step, Ties};

/// Writes the chapter, where the format has phases, or lots.
pub fn write(view: &View<'_>, page: &mut Page) {
    let (ruleset, words) = (view.ruleset, view.words);
    let phases = &ruleset.phases;
    let any = |is: &dyn Fn(&Phase) -> bool| phases.iter().any(is);
    let knockout = any(&|phase| matches!(phase.scheme, Scheme::Knockout(_)));
    let open = any(&|phase| matches!(phase.scheme, Scheme::Open(_)));
    let decides = any(&|phase| phase.ties == Settling::Decision);
    let is_event = !phases.is_empty();
    let all = [
        (true, words.act_correction),
        (true, if view.file.matches.is_some() { words.act_void } else { words.act_void_game }),
        (is_event, words.act_withdrawal),
        (is_event, words.act_confirmation),
        (is_event, words.act_dispute),
        (decides, words.act_order),
        (knockout, words.act_winner),
        (open, words.act_close),
    ];
    page.heading(2, "arbiter", plain(words.arbiter));
    page.paragraph(plain(words.arbiter_intro));
    let acts = all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, act)| plain(act));
    page.list(false, acts.collect());
    if has_lots(view) {
        page.heading(2, "lots", plain(words.lots));
        page.paragraph(plain(words.lots_intro));
    }
}

/// Whether anything is drawn by lot.
fn has_lots(view: &View<'_>) -> bool {
    let ruleset = view.ruleset;
    let of_order = |ties: Ties| ties == Ties::Lot;
    let of_place = |step: &Step| matches!(step, Step::Place(place) if of_order(place.ties));
    let cut = |cut: &Cut| cut.draw == Draw::Lot;
    let phase = |phase: &Phase| {
        phase.ties == Settling::Lot
            || match &phase.scheme {
                Scheme::Pools(pools) => cut(&pools.first) || cut(&pools.later),
                Scheme::RoundRobin(table) => table.draw == Draw::Lot,
                Scheme::Knockout(knockout) => knockout.schedule.is_some() && knockout.draw == Draw::Lot,
                Scheme::Open(_) => false,
            }
    };
    ruleset.standings.iter().any(|standing| of_order(standing.ties))
        || ruleset.steps.iter().any(of_place)
        || ruleset.phases.iter().any(phase)
}
