//! The HTML report: what is in the page, and, where there is a Chromium, what a browser makes of it.
//!
//! The browser runs the page without a window and prints what has become of it; a script behind the page clicks and presses keys as a
//! user would. Without a Chromium on the path (or in `CANDOR_CHROMIUM`) only the data is looked at, and the test says so.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const LIST: &str = "\
#include <stdlib.h>
struct node {
    int key;
    struct node *next;
};
extern int __VERIFIER_nondet_int(void);
static struct node *push(struct node *head, int key) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->key = key;
    fresh->next = head;
    return fresh;
}
int main(void) {
    struct node *list = push(push(NULL, 1), 2);
    struct node *first = list->next;
    if (__VERIFIER_nondet_int() == 42)
        free(first);
    int key = list->next->key;
    free(first);
    free(list);
    return key;
}
";

/// A counterexample of a hundred thousand steps.
const LONG: &str = "\
#include <assert.h>
int seen[16];
int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 33000; i++) {
        sum += i;
        seen[i % 16] = sum;
    }
    assert(sum == 1);
    return 0;
}
";

/// What `candor check` writes about a program.
fn page(name: &str, source: &str, options: &[&str]) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("html");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let (program, page) = (folder.join(format!("{name}.c")), folder.join(format!("{name}.html")));
    fs::write(&program, source).expect("the program can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_candor"))
        .arg("check")
        .args(options)
        .arg(format!("--output=html={}", page.display()))
        .arg(&program)
        .output()
        .expect("candor runs");
    assert!(output.status.code() < Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(page).expect("the page was written")
}

/// A block of data in a page.
fn block(page: &str, id: &str) -> Value {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).expect("there is such a block");
    serde_json::from_str(rest.split_once("</script>").expect("it ends").0).expect("it is JSON")
}

/// The browser to use; `None`, with a word about it, if there is none.
fn chromium() -> Option<PathBuf> {
    let named = env::var_os("CANDOR_CHROMIUM").map(PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    // Some systems have a program of that name that only says how to install it.
    let runs = |file: &PathBuf| {
        let version = Command::new(file).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    };
    let browser = named.into_iter().chain(found).filter(|file| file.is_file()).find(runs);
    if browser.is_none() {
        println!("skipped: there is no Chromium, so that only the data of the page was looked at");
    }
    browser
}

/// Runs a script of steps in a page, as `[what, argument]`, and gives back what it says; `None` without a browser.
fn browse(name: &str, page: &str, script: &str) -> Option<Value> {
    let page = page.replace("</body>", &(said(script) + "</body>"));
    run_browser(name, &page, &[])
}

/// A script that ends with a page of nothing but what it says.
fn said(script: &str) -> String {
    format!(
        "<script>\nconst all = (what) => [...document.querySelectorAll(what)];\n\
         const press = (key) => document.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}));\n\
         const texts = (what) => all(what).map((element) => element.textContent);\n\
         const soon = () => new Promise((done) => setTimeout(done, 50));\n\
         (async () => {{\nlet said;\ntry {{ said = await (async () => {{ {script} }})(); }} catch (error) {{ said = String(error); }}\n\
         document.body.replaceChildren();\nconst shown = document.createElement('pre');\nshown.id = 'said';\n\
         shown.textContent = encodeURIComponent(JSON.stringify(said));\ndocument.body.append(shown);\n}})();\n</script>\n"
    )
}

/// What a page says in a browser that is started for it.
fn run_browser(name: &str, page: &str, args: &[&str]) -> Option<Value> {
    let browser = chromium()?;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("html");
    let file = folder.join(format!("{name}-browsed.html"));
    fs::write(&file, page).expect("it can be written");
    let profile = folder.join(format!("{name}-profile"));
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900", "--virtual-time-budget=20000"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(args)
        .args(["--dump-dom", &format!("file://{}", file.display())])
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&output.stdout);
    let (_, said) = dom.split_once("id=\"said\">").unwrap_or_else(|| panic!("the page says nothing: {dom}"));
    let said = decode(said.split_once('<').expect("it ends").0);
    Some(serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}")))
}

/// Takes `%22` back.
fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16)).expect("two digits");
        bytes.push(match byte {
            b'%' => u8::try_from(hex(rest.next()) * 16 + hex(rest.next())).expect("a byte"),
            byte => byte,
        });
    }
    String::from_utf8(bytes).expect("it is UTF-8")
}

fn list() -> String {
    page("list", LIST, &[])
}

#[test]
fn the_data_is_in_the_page() {
    let page = list();
    let data = block(&page, "data");
    assert_eq!((&data["verdict"], &data["violations"][0]["check"]), (&"violated".into(), &"use-after-free".into()));
    assert_eq!(data["violations"][0]["given"][0][0], "__VERIFIER_nondet_int() = 42");
    assert!(data["files"][0]["lines"][14].as_str().expect("a line").contains("list->next"));
    let run = block(&page, "run-0");
    let types: Vec<&Value> = run["objects"].as_array().expect("objects").iter().map(|object| &object["type"]).collect();
    assert_eq!(types.iter().filter(|name| **name == "struct node").count(), 2, "{types:?}");
}

#[test]
fn a_counterexample_is_stepped_through() {
    let script = "
        const report = { chips: texts('h1 .chip'), notes: texts('.note.violated'), rows: all('#checks tbody tr').length };
        all('.filters input[type=checkbox]')[2].click();
        report.more = all('#checks tbody tr').length;
        all('.card button.main')[0].click();
        await soon();
        const first = texts('.moves span')[0];
        press('ArrowRight'); press('ArrowRight'); press('ArrowLeft');
        const second = texts('.moves span')[0];
        press('End');
        await soon();
        const end = { line: texts('.row.now .n')[0], values: texts('.values'), frames: texts('.frames li code'),
          freed: texts('svg .dead-text'), dangling: all('svg .arrow.dangling').length, said: all('svg')[0].getAttribute('aria-label') };
        press('Escape');
        await soon();
        return { report, first, second, end, back: texts('h1 .chip'), hash: location.hash };";
    let Some(said) = browse("list", &list(), script) else { return };
    assert_eq!(said["report"]["chips"][0], "VIOLATED", "{said}");
    assert!(said["report"]["notes"][0].as_str().expect("a note").starts_with("error[use-after-free]: read of 4 bytes"));
    assert!(said["report"]["more"].as_u64() > said["report"]["rows"].as_u64(), "{said}");
    assert!(said["first"].as_str().expect("a count").starts_with("step 1 of "), "{said}");
    assert!(said["second"].as_str().expect("a count").starts_with("step 2 of "), "{said}");
    let end = &said["end"];
    assert_eq!((&end["line"], &end["frames"][0]), (&"18".into(), &"main()".into()), "{said}");
    assert!(end["values"][0].as_str().expect("values").contains("use-after-free"), "{said}");
    // `first` and `list->next` point to what was freed.
    assert_eq!((end["freed"].as_array().map(Vec::len), &end["dangling"]), (Some(1), &2.into()), "{said}");
    assert!(end["said"].as_str().expect("a label").contains(".next points to freed: struct node"), "{said}");
    assert_eq!((&said["back"][0], &said["hash"]), (&"VIOLATED".into(), &"".into()), "{said}");
}

#[test]
fn long_counterexamples_make_few_elements() {
    let page = page("long", LONG, &["--engine", "explicit"]);
    let run = block(&page, "run-0");
    assert!(run["steps"].as_array().expect("steps").len() >= 99_000);
    let script = "
        location.hash = '#run/0/end';
        await soon();
        const end = texts('.moves span')[0];
        const n = document.querySelectorAll('#app *').length;
        press('Home');
        return { end, n, sum: texts('.frames td'), start: texts('.moves span')[0] };";
    let Some(said) = browse("long", &page, script) else { return };
    assert_eq!(said["end"], "step 100,000 of 100,000", "{said}");
    assert_eq!(said["start"], "step 1 of 100,000", "{said}");
    assert!(said["n"].as_u64() < Some(2_000), "{said}");
}

#[test]
fn a_proof_has_its_invariants_at_their_lines() {
    let source = "int main(void) {\n    unsigned i = 0;\n    while (i < 1000000)\n        i += 2;\n    if (i % 2)\n        return 1 / 0;\n    return 0;\n}\n";
    let page = page("proof", source, &["--engine", "loops", "--assume", "closed"]);
    let data = block(&page, "data");
    assert_eq!(data["verdict"], "holds", "{data}");
    assert_eq!(data["loops"][0]["at"][1], 3, "{data}");
    let Some(said) = browse("proof", &page, "await soon(); return [texts('.note.loop'), texts('h1 .chip')];") else {
        return;
    };
    assert!(said[0][0].as_str().expect("a note").starts_with("loop invariant: "), "{said}");
    assert_eq!(said[1][0], "HOLDS");
}

#[test]
fn faults_in_library_functions_are_listed() {
    let source = "#include <string.h>\nint main(int argc, char **argv) {\n    char name[4];\n    if (argc > 1)\n        strcpy(name, argv[1]);\n    return 0;\n}\n";
    let page = page("library", source, &["--property", "memory"]);
    assert_eq!(block(&page, "data")["violations"][0]["library"], "strcpy");
    let script = "return [texts('#checks tbody tr'), texts('.filters label')[0]];";
    let Some(said) = browse("library", &page, script) else { return };
    assert_eq!(said[1], "violated (1)", "{said}");
    assert!(
        said[0][0].as_str().expect("a row").starts_with("violatedout-of-boundsin a library functionstrcpy"),
        "{said}"
    );
}

#[test]
fn threads_have_columns() {
    let source = "#include <assert.h>\n#include <pthread.h>\nint shared;\nstatic void *set(void *argument) {\n    \
                  shared = 1;\n    return argument;\n}\nint main(void) {\n    pthread_t thread;\n    \
                  pthread_create(&thread, NULL, set, NULL);\n    pthread_join(thread, NULL);\n    assert(shared == 0);\n}\n";
    let page = page("threads", source, &[]);
    let script = "
        location.hash = '#run/0/end';
        await soon();
        return [texts('.lane-heads span'), all('.lane.turn').length, texts('.frames h3'), texts('.values')];";
    let Some(said) = browse("threads", &page, script) else { return };
    assert_eq!(said[0], serde_json::json!(["thread 0", "thread 1", "values"]), "{said}");
    assert!(said[1].as_u64() >= Some(2), "{said}");
    assert_eq!(said[2][0], "thread 0 (running)", "{said}");
}

#[test]
fn dead_code_and_explored_lines_are_counted() {
    let source = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int a[3] = {0}, i = __VERIFIER_nondet_int();\n    \
                  if (i < 0 || i > 2)\n        return 0;\n    if (i > 5)\n        return a[i + 1];\n    return a[i];\n}\n";
    let page = page("coverage", source, &[]);
    let script = "await soon(); return [texts('table.coverage tbody td'), texts('.n.unreachable'), texts('table.coverage td .link')];";
    let Some(said) = browse("coverage", &page, script) else { return };
    // Line 7 is dead; all others are explored.
    assert_eq!(said[0][2], "1 coverage.c:7 ", "{said}");
    assert_eq!((&said[0][3], &said[0][4]), (&serde_json::json!("0"), &serde_json::json!("100 %")), "{said}");
    assert!(said[1].to_string().contains('7'), "{said}");
}

#[test]
fn arrows_lead_from_thread_to_thread() {
    let source = "#include <assert.h>\n#include <pthread.h>\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nint shared;\n\
                  static void *add(void *argument) {\n    pthread_mutex_lock(&lock);\n    shared++;\n    \
                  pthread_mutex_unlock(&lock);\n    return argument;\n}\nint main(void) {\n    pthread_t thread;\n    \
                  pthread_create(&thread, NULL, add, NULL);\n    add(NULL);\n    pthread_join(thread, NULL);\n    \
                  assert(shared == 1);\n}\n";
    let page = page("arrows", source, &[]);
    let script = "
        location.hash = '#run/0/end';
        await soon();
        return [all('.hand-overs .switch').length, all('.lane.turn').length, texts('.hand-overs .lock title')];";
    let Some(said) = browse("arrows", &page, script) else { return };
    assert!(said[0].as_u64() >= Some(2) && said[0] == said[1], "{said}");
    let locks = said[2].as_array().expect("titles");
    assert!(locks.iter().any(|title| title.as_str().is_some_and(|title| title.starts_with("lock: thread "))), "{said}");
}

/// What is wrong with what a frame shows: text that is too faint on what lies behind it, controls without a name, and whether the page
/// is wider than the screen.
const LOOK: &str = "
    const frame = all('iframe')[0];
    const number = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
    const light = (colour) => colour.slice(0, 3).map((part) => part / 255)
        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, idx) => sum + part * [0.2126, 0.7152, 0.0722][idx], 0);
    const contrast = (a, b) => {
        const [bright, dark] = [light(a), light(b)].sort((x, y) => y - x);
        return (bright + 0.05) / (dark + 0.05);
    };
    const isClear = (colour) => colour.length < 3 || colour[3] === 0;
    const look = (where) => {
        const view = frame.contentWindow, page = view.document, found = { where, faint: [], nameless: [], n_texts: 0, n_controls: 0 };
        const style = (element) => view.getComputedStyle(element);
        const behind = (element) => {
            // What is drawn lies on the rectangle of its group.
            const box = element.closest('g') && element.closest('g').querySelector('rect');
            if (box && element.localName === 'text') {
                const fill = number(style(box).fill);
                if (style(box).fill !== 'none' && !isClear(fill)) return fill;
            }
            for (let at = element; at; at = at.parentElement) {
                const back = number(style(at).backgroundColor);
                if (!isClear(back)) return back;
            }
            return [255, 255, 255];
        };
        for (const element of page.body.querySelectorAll('*')) {
            const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
            if (!own || element.closest('script, style, .hidden, .skip, option') || !element.getClientRects().length) continue;
            const fore = number(element.localName === 'text' ? style(element).fill : style(element).color);
            found.n_texts++;
            const ratio = contrast(fore, behind(element));
            if (ratio < 4.5) found.faint.push(`${ratio.toFixed(2)} ${element.localName}.${element.getAttribute('class')}: ${element.textContent.slice(0, 30)}`);
        }
        for (const element of page.querySelectorAll('input[placeholder]')) {
            const ratio = contrast(number(view.getComputedStyle(element, '::placeholder').color), behind(element));
            if (ratio < 4.5) found.faint.push(`${ratio.toFixed(2)} placeholder`);
        }
        for (const element of page.querySelectorAll('button, select, input, a, summary, [tabindex], [role=img], img')) {
            const label = element.getAttribute('aria-label') || element.title || element.alt || element.textContent ||
                [...(element.labels || [])].map((one) => one.textContent).join('');
            found.n_controls++;
            if (!label.trim()) found.nameless.push(element.outerHTML.slice(0, 80));
        }
        found.wide = Math.max(page.documentElement.scrollWidth, page.body.scrollWidth) - view.innerWidth;
        found.width = view.innerWidth;
        found.isDark = view.matchMedia('(prefers-color-scheme: dark)').matches;
        return found;
    };
    const size = async (width, height) => {
        frame.style.width = width + 'px';
        frame.style.height = height + 'px';
        await soon(); await soon();
    };
    while (!frame.contentDocument || !frame.contentDocument.querySelector('#app > *')) await soon();
    const looks = [];
    for (const width of [390, 1400]) {
        await size(width, 850);
        looks.push(look('first'));
        const step = frame.contentDocument.querySelector('.card button.main');
        if (!step) continue;
        step.click();
        await soon();
        const last = [...frame.contentDocument.querySelectorAll('.moves button')].pop();
        last.click();
        await soon();
        looks.push(look('steps'));
        frame.contentWindow.location.hash = '#';
        await soon(); await soon();
    }
    return looks;";

/// Looks at a page on a phone and on a wide screen, light and dark.
#[track_caller]
fn looks_well(name: &str, page: &str, n_looks: usize) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("html");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let inner = folder.join(format!("{name}-inner.html"));
    fs::write(&inner, page).expect("it can be written");
    for (scheme, is_dark) in [("0", true), ("1", false)] {
        // A window has a smallest width, a frame has none.
        let outer = format!(
            "<!DOCTYPE html><body><iframe src=\"file://{}\" style=\"border: 0\"></iframe>{}</body>",
            inner.display(),
            said(LOOK)
        );
        let scheme = format!("--blink-settings=preferredColorScheme={scheme}");
        let name = format!("{name}-{is_dark}");
        let Some(said) = run_browser(&name, &outer, &["--allow-file-access-from-files", &scheme]) else { return };
        let looks = said.as_array().unwrap_or_else(|| panic!("{name}: {said}"));
        assert_eq!(looks.len(), n_looks, "{said}");
        for look in looks {
            assert_eq!(look["isDark"], is_dark, "{look}");
            assert!(look["n_texts"].as_u64() > Some(10) && look["n_controls"].as_u64() > Some(3), "{look}");
            assert_eq!((&look["faint"], &look["nameless"]), (&serde_json::json!([]), &serde_json::json!([])), "{look}");
            assert!(look["wide"].as_i64() <= Some(0), "the page is wider than the screen: {look}");
        }
        assert!(looks[0]["width"] == 390 && looks[n_looks - 1]["width"] == 1400, "{said}");
    }
}

#[test]
fn a_counterexample_can_be_read_everywhere() {
    looks_well("look-list", &list(), 4);
}

#[test]
fn threads_can_be_read_everywhere() {
    let page = page("look-threads", WITHOUT_BODIES, &[]);
    looks_well("look-threads", &page, 4);
}

#[test]
fn a_proof_can_be_read_everywhere() {
    let source = "int main(void) {\n    unsigned i = 0;\n    while (i < 1000000)\n        i += 2;\n    return i % 2 ? 1 / 0 : 0;\n}\n";
    looks_well("look-proof", &page("look-proof", source, &["--engine", "loops", "--assume", "closed"]), 2);
}

#[test]
fn a_comparison_can_be_read_everywhere() {
    looks_well("look-compare", &compared("look-compare", 30), 2);
}

const WITHOUT_BODIES: &str = "\
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared;
extern int foreign(int x);
extern int never(int x);
static void *add(void *argument) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return argument;
}
int main(void) {
    pthread_t thread;
    if (foreign(3) > 5)
        shared = foreign(4) > foreign(5);
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
    assert(shared == 1);
}
";

#[test]
fn assumptions_stand_at_their_lines() {
    let page = page("assumed", WITHOUT_BODIES, &[]);
    let data = block(&page, "data");
    let lines: Vec<&Value> = data["assumed"].as_array().expect("a list").iter().map(|it| &it[1][1]).collect();
    // Two calls in one line are one note.
    assert_eq!(lines, [15, 16], "{}", data["assumed"]);
    let Some(said) = browse("assumed", &page, "await soon(); return texts('.note.assumed');") else { return };
    let note = "assumed: `foreign` has no body: its result is arbitrary, it changes nothing and calls nothing";
    assert_eq!(said, serde_json::json!([note, note]));
}

#[test]
fn odd_names_stay_text() {
    let source = "extern void reach_error(void);\nint main(void) {\n    /* </script><img src=x onerror=alert(1)> */ reach_error();\n}\n";
    let page = page("odd<b>", source, &["--property", "reach"]);
    assert!(!page.contains("<img"), "markup of the program is in the page");
    let Some(said) = browse("odd", &page, "await soon(); return [all('img').length, texts('.row')];") else { return };
    assert_eq!(said[0], 0);
    assert!(said[1].to_string().contains("<img src=x"), "{said}");
}

#[test]
fn a_page_can_be_printed_instead() {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-such-program.c");
    let output = Command::new(env!("CARGO_BIN_EXE_candor")).args(["check", "--format", "html"]).arg(program).output();
    let output = output.expect("candor runs");
    assert_eq!(output.status.code(), Some(2));
    let page = String::from_utf8_lossy(&output.stdout);
    assert!(page.starts_with("<!DOCTYPE html>") && block(&page, "data")["error"].is_string(), "{page}");
}

/// Two tables of results, as of two versions.
fn compared(name: &str, n_tasks: usize) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("html");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let [old, new, page] = ["old.tsv", "new.tsv", "both.html"].map(|file| folder.join(format!("{name}-{file}")));
    let (mut first, mut second) = (String::new(), String::new());
    for idx in 0..n_tasks {
        first += &format!("<b>t{idx}.c\tunreach-call\ttrue\t{}\tright\t{}\n", ["TRUE", "UNKNOWN"][idx % 2], idx % 7);
        second += &format!(
            "<b>t{idx}.c\tunreach-call\ttrue\t{}\tright\t{}\n",
            ["TRUE", "UNKNOWN", "FALSE"][idx % 3],
            idx % 5
        );
    }
    fs::write(&old, first).expect("written");
    fs::write(&new, second).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_candor"))
        .arg("compare")
        .args([&old, &new])
        .arg(format!("--html={}", page.display()))
        .output()
        .expect("candor runs");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(page).expect("the page was written")
}

#[test]
fn the_table_of_a_comparison_is_sorted_and_filtered() {
    let page = compared("compare", 12);
    assert_eq!(block(&page, "data")["rows"].as_array().map(Vec::len), Some(12));
    let script = "\
        const column = (n) => texts(`tbody td:nth-child(${n})`);\n\
        const before = column(1);\n\
        const head = (title) => all('th button').find((button) => button.textContent.startsWith(title));\n\
        const seconds = all('th button').map((button) => button.textContent).findIndex((text) => text.startsWith('seconds')) + 1;\n\
        head('seconds').click();\nconst up = column(seconds).map(Number);\n\
        head('seconds').click();\nconst down = column(seconds).map(Number);\n\
        const sort = all('th')[seconds - 1].getAttribute('aria-sort');\n\
        all('select')[0].value = 'gained';\nall('select')[0].dispatchEvent(new Event('change'));\n\
        const gained = column(1), change = column(all('th').length - 1);\n\
        all('select')[0].value = 'all';\nall('input')[0].value = 't11.c';\nall('input')[0].dispatchEvent(new Event('input'));\n\
        await soon();\n\
        return { before, up, down, sort, gained, change, found: column(1), images: all('img').length === 2 && all('img').every((image) => image.alt) };";
    let Some(said) = browse("compare", &page, script) else { return };
    let numbers =
        |name: &str| said[name].as_array().expect(name).iter().filter_map(Value::as_f64).collect::<Vec<f64>>();
    assert_eq!(said["before"][0], "<b>t0.c", "{said}");
    assert!(numbers("up").len() == 12 && numbers("up").is_sorted(), "{said}");
    assert!(numbers("down").iter().rev().is_sorted(), "{said}");
    assert_eq!(said["sort"], "descending");
    // Unknown before, and now a verdict that is not wrong: 3 and 9 hold; 5 and 11 are wrong answers.
    assert_eq!(said["gained"], serde_json::json!(["<b>t3.c", "<b>t9.c"]), "{said}");
    assert_eq!(said["change"], serde_json::json!(["gained", "gained"]), "{said}");
    assert_eq!((&said["found"], &said["images"]), (&serde_json::json!(["<b>t11.c"]), &Value::Bool(true)), "{said}");
}

#[test]
fn a_large_batch_opens_soon() {
    let page = compared("large", 20_000);
    let Some(said) = browse("large", &page, "return Number(document.documentElement.dataset.ready);") else { return };
    assert!(said.as_f64().is_some_and(|ready| ready < 4000.0), "{said} ms");
}
