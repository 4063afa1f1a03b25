//! Texts of `azulejo analyse` and `azulejo solve`.

use azulejo_ai::ledger::{Account, Grade, PlayerLedger, Severity};
use azulejo_rules::{Move, Seat};

use super::Words;
use crate::i18n::{Key, Lang};

impl Words {
    /// A number with a fixed number of decimals and the language's decimal separator.
    pub(crate) fn decimal(&self, number: f64, decimals: usize) -> String {
        self.localised(format!("{number:.decimals$}"))
    }

    /// Like [`decimal`](Self::decimal), with a sign.
    pub(crate) fn signed_decimal(&self, number: f64, decimals: usize) -> String {
        self.localised(format!("{number:+.decimals$}"))
    }

    fn localised(&self, number: String) -> String {
        if self.lang() == Lang::En {
            number
        } else {
            number.replace('.', ",")
        }
    }

    /// The first line of a position's analysis; `depth` is `None` if the round was solved.
    pub(crate) fn position_head(&self, seat: Seat, depth: Option<u32>, nodes: u64) -> String {
        let seat = ("seat", seat.to_string().into());
        let nodes = ("nodes", nodes.to_string().into());
        match depth {
            None => self.format(Key("analysis-position-solved"), &[seat, nodes]),
            Some(depth) => {
                let depth = ("depth", depth.into());
                self.format(Key("analysis-position"), &[seat, depth, nodes])
            }
        }
    }

    /// The headings of the table of moves.
    pub(crate) fn move_headings(&self) -> [String; 4] {
        [
            self.text(Key("analysis-heading-move")),
            self.text(Key("analysis-heading-wins")),
            self.text(Key("analysis-heading-margin")),
            self.text(Key("analysis-heading-line")),
        ]
    }

    /// A probability or a share.
    pub(crate) fn percent(&self, share: f64) -> String {
        let percent = self.decimal(100.0 * share, 1);
        self.format(Key("analysis-percent"), &[("percent", percent.into())])
    }

    fn signed_percent(&self, share: f64) -> String {
        let percent = self.signed_decimal(100.0 * share, 1);
        self.format(Key("analysis-percent"), &[("percent", percent.into())])
    }

    pub(crate) fn analysed_game(&self, number: usize, names: &[String]) -> String {
        let names = names.join(", ");
        self.format(
            Key("analysis-game"),
            &[
                ("number", number.to_string().into()),
                ("names", names.into()),
            ],
        )
    }

    /// A change of each player's win probability.
    fn by_player(&self, values: &[f64], names: &[String]) -> String {
        let all = values.iter().zip(names);
        let parts: Vec<_> = all
            .map(|(&value, name)| format!("{name} {}", self.signed_percent(value)))
            .collect();
        parts.join(", ")
    }

    pub(crate) fn deal_luck(&self, round: usize, luck: &[f64], names: &[String]) -> String {
        self.format(
            Key("analysis-deal"),
            &[
                ("round", round.to_string().into()),
                ("luck", self.by_player(luck, names).into()),
            ],
        )
    }

    pub(crate) fn round_revision(&self, values: &[f64], names: &[String]) -> String {
        self.format(
            Key("analysis-round-revision"),
            &[("values", self.by_player(values, names).into())],
        )
    }

    pub(crate) fn analysed_move(
        &self,
        name: &str,
        m: Move,
        before: f64,
        judgement: &str,
    ) -> String {
        self.format(
            Key("analysis-move"),
            &[
                ("name", name.into()),
                ("move", m.to_string().into()),
                ("chance", self.percent(before).into()),
                ("judgement", judgement.into()),
            ],
        )
    }

    pub(crate) fn analysed_tiling(&self, name: &str, judgement: &str) -> String {
        self.format(
            Key("analysis-tiling"),
            &[("name", name.into()), ("judgement", judgement.into())],
        )
    }

    /// A judgement of a move or tiling that lost win probability and points to the best one.
    pub(crate) fn judgement(
        &self,
        loss: f64,
        points: f64,
        best: &str,
        severity: Option<Severity>,
    ) -> String {
        if loss < 0.0005 && severity.is_none() {
            return self.text(Key("analysis-best"));
        }
        let severity = severity.map_or("none", Severity::name);
        self.format(
            Key("analysis-worse"),
            &[
                ("loss", self.percent(loss).into()),
                ("points", self.decimal(points, 1).into()),
                ("best", best.into()),
                ("severity", severity.into()),
            ],
        )
    }

    /// The summary of a player: grade, mean loss and errors.
    pub(crate) fn player_summary(&self, name: &str, player: &PlayerLedger) -> String {
        let [slips, mistakes, blunders] = player.errors;
        let count = |severity: Severity, count: usize| {
            self.format(
                Key("analysis-errors"),
                &[
                    ("severity", severity.name().into()),
                    ("count", count.into()),
                ],
            )
        };
        let errors = [
            count(Severity::Slip, slips),
            count(Severity::Mistake, mistakes),
            count(Severity::Blunder, blunders),
        ];
        self.format(
            Key("analysis-player"),
            &[
                ("name", name.into()),
                ("grade", self.grade(player.grade).into()),
                ("loss", self.percent(player.mean_loss).into()),
                ("decisions", player.decisions.into()),
                ("errors", errors.join(", ").into()),
            ],
        )
    }

    fn grade(&self, grade: Grade) -> String {
        self.format(Key("analysis-grade"), &[("grade", grade.name().into())])
    }

    /// The two accounts of a player, in win probability and in points.
    pub(crate) fn player_accounts(
        &self,
        player: &PlayerLedger,
        finished: bool,
        given_up: bool,
    ) -> [String; 2] {
        let entries = |account: &Account, factor: f64| {
            let entry = |key: Key, text: String| self.format(key, &[("value", text.into())]);
            let plain = |value: f64| self.decimal(factor * value, 1);
            let signed = |value: f64| self.signed_decimal(factor * value, 1);
            let mut parts = vec![
                entry(Key("analysis-start"), plain(account.start)),
                entry(Key("analysis-luck"), signed(account.luck)),
                entry(Key("analysis-losses"), signed(0.0 - account.loss)),
                entry(Key("analysis-gained"), signed(account.gained)),
                entry(Key("analysis-revision"), signed(account.revision)),
            ];
            if given_up {
                parts.push(entry(Key("analysis-given-up"), signed(account.given_up)));
            }
            parts.push(if finished {
                entry(Key("analysis-result"), plain(account.end))
            } else {
                entry(Key("analysis-value"), plain(account.end))
            });
            parts.join("; ")
        };
        let line = |key: Key, text: String| self.format(key, &[("account", text.into())]);
        [
            line(Key("analysis-account-win"), entries(&player.win, 100.0)),
            line(Key("analysis-account-points"), entries(&player.points, 1.0)),
        ]
    }

    /// The proven value of a position.
    pub(crate) fn proven_value(&self, seat: Seat, percent: f64, margin: f64) -> String {
        self.format(
            Key("solve-value"),
            &[
                ("seat", seat.to_string().into()),
                ("chance", self.percent(percent / 100.0).into()),
                ("margin", self.signed_decimal(margin, 1).into()),
            ],
        )
    }

    pub(crate) fn best_play(&self, line: &str) -> String {
        self.format(Key("solve-line"), &[("line", line.into())])
    }

    pub(crate) fn proof_size(&self, nodes: u64) -> String {
        self.format(Key("solve-proof"), &[("nodes", nodes.to_string().into())])
    }

    /// The state of an unfinished proof; bounds are in percent.
    pub(crate) fn proof_bounds(&self, low: f64, high: f64, nodes: u64) -> String {
        self.format(
            Key("solve-bounds"),
            &[
                ("low", self.percent(low / 100.0).into()),
                ("high", self.percent(high / 100.0).into()),
                ("nodes", nodes.to_string().into()),
            ],
        )
    }
}
