//! What is measured: three files and the paths that are asked. They are the same in every run.

/// A file, and who asks for what.
pub struct Input {
    /// Its name in the tables.
    pub name: &'static str,
    pub text: String,
    pub agent: &'static str,
    /// The path that is asked.
    pub path: String,
    /// Whether it may be fetched. All readers agree about this, or they would not be comparable.
    pub allowed: bool,
}

/// A shop's file as one finds them: 2 KB, several groups, some of them merged, a few stars.
pub fn small() -> Input {
    Input {
        name: "2 KB",
        text: include_str!("realistic.txt").to_owned(),
        agent: "Googlebot",
        path: "/catalogue/kettles/draft-17.html".to_owned(),
        allowed: false,
    }
}

/// The rules of [`large`].
pub const LARGE_RULES: usize = 16_000;

/// 500 KiB with 16,000 rules, most of them without a star. The rule that matches is the last of all, by file and by length.
pub fn large() -> Input {
    let text = large_text();
    Input { name: "500 KiB", text, agent: "ExampleBot", path: "/zoo/opening-hours.html".to_owned(), allowed: false }
}

/// The same file, and a path that no rule matches.
pub fn large_without_match() -> Input {
    let path = "/nowhere/in/the/catalogue.html?page=2".to_owned();
    Input { name: "500 KiB, no match", path, allowed: true, ..large() }
}

/// A pattern whose stars drive a matcher with backtracking mad.
pub fn hostile() -> Input {
    Input {
        name: "hostile",
        text: "User-agent: *\nDisallow: /*a*a*a*a*a*a*b\n".to_owned(),
        agent: "ExampleBot",
        path: format!("/{}", "a".repeat(1_999)),
        allowed: true,
    }
}

/// A file with 1,000 groups of three rules: `*`, every crawler of the catalogue, and names that nobody knows.
pub fn many_groups() -> String {
    let mut dice = Dice(3);
    let known = robotui::crawlers::catalogue().iter().map(|entry| entry.token.to_owned());
    let names = ["*".to_owned()].into_iter().chain(known).chain((0..).map(|n| format!("site-{n}-bot")));
    let group = |name| {
        let (one, other, number) = (dice.word(), dice.word(), dice.below(1_000));
        format!("User-agent: {name}\nDisallow: /{one}/{number}\nDisallow: /*?{one}={other}\nAllow: /{one}/{other}\n\n")
    };
    names.take(1_000).map(group).collect()
}

/// Paths as a log of the large site would hold them: most are under no rule, some are.
pub fn paths(count: usize) -> Vec<String> {
    let mut dice = Dice(7);
    (0..count).map(|_| format!("/{}/{}-{}.html", dice.word(), dice.word(), dice.below(100_000))).collect()
}

fn large_text() -> String {
    let mut dice = Dice(1);
    let mut text = String::from("User-agent: OtherBot\nDisallow: /\n\nUser-agent: *\n");
    for _ in 1..LARGE_RULES {
        let verb = if dice.below(6) == 0 { "Allow" } else { "Disallow" };
        let (folder, name, number) = (dice.word(), dice.word(), dice.below(1_400_000));
        let rule = match dice.below(20) {
            0 => format!("/{folder}/*/{name}{number}"),
            1 => format!("/*{folder}={name}{number}"),
            2 => format!("/{folder}/{name}{number}$"),
            _ => format!("/{folder}/{name}/{number}"),
        };
        text.extend([verb, ": ", &rule, "\n"]);
    }
    text.push_str("Disallow: /zoo\n");
    text
}

const WORDS: [&str; 32] = [
    "kettles", "lamps", "garden", "toys", "books", "bicycles", "chairs", "tea", "coffee", "blankets", "mirrors",
    "shoes", "jackets", "watches", "phones", "printers", "paper", "pencils", "paint", "brushes", "tents", "boats",
    "skis", "racquets", "spices", "honey", "cheese", "bread", "carpets", "curtains", "pianos", "guitars",
];

/// A small generator of numbers (Knuth's MMIX constants); the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.below(WORDS.len() as u64) as usize]
    }
}
