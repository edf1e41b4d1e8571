//! How a file came, through the real program: https with certificates good and bad, a proxy, bombs, and targets that are none.

#[path = "../network/authority.rs"]
mod authority;

use super::server::{Server, answer, redirect, send};
use super::{RULES, Said, assert_harmless, file, robotui, run, said};
use authority::{Authority, Certificate};
use rustls::version::{TLS12, TLS13};
use std::path::Path;

fn rules() -> Vec<u8> {
    answer("200 OK", "Content-Type: text/plain\r\n", RULES.as_bytes())
}

/// The report of a site, by somebody who trusts these certificates.
fn trusting(certificates: &Path, url: &str) -> Said {
    let mut command = robotui();
    command.args(["report", url]).env("SSL_CERT_FILE", certificates).env_remove("SSL_CERT_DIR");
    said(command, b"")
}

#[test]
fn a_good_certificate_is_trusted_and_a_bad_one_is_named() {
    let authority = Authority::new();
    let (_directory, trusted) = file("ca.pem", authority.pem.as_bytes());
    let both = [&TLS12, &TLS13];
    for (versions, shown) in [(&both[..1], "TLS 1.2"), (&both[1..], "TLS 1.3"), (&both[..], "TLS 1.3")] {
        let port = authority.serve(Certificate::Good, versions, rules());
        let said = trusting(&trusted, &format!("https://localhost:{port}/"));
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        assert!(said.out.contains(&format!(", HTTP/1.1, {shown}, from 127.0.0.1:{port})\n")), "{}", said.out);
    }
    for (which, wrong) in [
        (Certificate::Expired, "has expired"),
        (Certificate::NotYetValid, "is not valid yet"),
        (Certificate::OtherName, "is for another name"),
        (Certificate::SelfSigned, "is from nobody whom this system trusts (unknown issuer)"),
    ] {
        let port = authority.serve(which, &both, rules());
        let said = trusting(&trusted, &format!("https://localhost:{port}/"));
        let sentence = format!(
            "robotui: https://localhost:{port}/robots.txt could not be fetched: the certificate of localhost {wrong}.\n"
        );
        assert_eq!((said.code, said.err.as_str()), (3, sentence.as_str()), "{which:?}");
        assert!(said.out.contains("\n  E -  http-tls-error  "), "{}", said.out);
        assert!(!said.out.contains(&format!("http://localhost:{port}/")), "http is not tried: {}", said.out);
    }
}

#[test]
fn http2_is_spoken_and_shown() {
    let authority = Authority::new();
    let (_directory, trusted) = file("ca.pem", authority.pem.as_bytes());
    let port = authority.serve_http2(RULES.as_bytes());
    let said = trusting(&trusted, &format!("https://localhost:{port}/private/x"));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains(", HTTP/2, TLS 1.3, from "), "{}", said.out);
    said.prints("Verdict   DISALLOWED by line 2: Disallow: /private  (8 bytes, the only match)");
}

/// Reports a site that is asked for through a proxy.
fn through(proxy: &Server, url: &str) -> Said {
    let mut command = robotui();
    command.args(["report", url]).env("HTTP_PROXY", proxy.url()).env("http_proxy", proxy.url());
    said(command, b"")
}

#[test]
fn behind_a_proxy_the_address_is_not_known_and_that_is_said() {
    let proxy = Server::sending(rules());
    let said = through(&proxy, "http://site.example/private/x");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains(&format!(", through the proxy {})\n", proxy.address)), "{}", said.out);
    assert!(!said.out.contains(", from "), "{}", said.out);
    assert!(proxy.requests()[0].starts_with("GET http://site.example/robots.txt "), "{:?}", proxy.requests());
}

#[test]
fn behind_a_proxy_a_redirect_into_a_private_network_is_judged_by_its_name() {
    for (location, why) in [
        (
            "http://metadata.google.internal/x",
            "that is a name of private networks (behind a proxy its address is not known)",
        ),
        ("http://router/", "that is a name of private networks (behind a proxy its address is not known)"),
        ("http://localhost:1/", "that is a name of private networks (behind a proxy its address is not known)"),
        ("http://169.254.169.254/latest/", "169.254.169.254 is a private address"),
    ] {
        let proxy = Server::sending(redirect(location));
        let said = through(&proxy, "http://site.example/");
        assert_eq!(said.code, 3);
        assert!(said.err.contains("could not be fetched: redirected to ") && said.err.contains(why), "{}", said.err);
        assert_eq!(proxy.requests().len(), 1, "it is shown and not followed");
    }
}

/// A gzip file of little more than a megabyte that becomes a gigabyte: rules as far as is read, and then a comment. Its blocks
/// need nothing before them, so that copies of two are enough, and making it takes no time.
fn bomb() -> Vec<u8> {
    let block = |megabyte: &[u8]| {
        let mut compress = flate2::Compress::new(flate2::Compression::best(), false);
        let mut block = Vec::with_capacity(1 << 16);
        compress.compress_vec(megabyte, &mut block, flate2::FlushCompress::Full).expect("room");
        assert_eq!(compress.total_in(), 1 << 20);
        block
    };
    let rules = block("User-agent: a\nDisallow: /folder\n".repeat(1 << 15).as_bytes());
    let comment = block(&vec![b'#'; 1 << 20]);
    let head = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
    [head, rules.repeat(3), comment.repeat(1021)].concat()
}

#[cfg(target_os = "linux")]
#[test]
fn a_bomb_of_a_gigabyte_stays_under_64_mb() {
    use std::io::Read as _;
    use std::process::Stdio;

    let packed = bomb();
    assert!(packed.len() < 2 * 1024 * 1024, "{} bytes", packed.len());
    let server = Server::sending(answer("200 OK", "Content-Encoding: gzip\r\n", &packed));
    let mut child = robotui()
        .args(["report", &server.url()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = child.stdout.take().expect("a pipe");
    // The report is longer than a pipe holds, so the program is still there, and has done all its work.
    out.read_exact(&mut [0; 5]).expect("it prints");
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it is there");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: Option<u64> = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok());
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    let sentence = format!("robotui: Only the first 2048 KiB of {}/robots.txt were read.\n", server.url());
    assert_eq!(String::from_utf8_lossy(&output.stderr), sentence);
    assert!(kilobytes.is_some_and(|kilobytes| kilobytes < 64 * 1024), "{kilobytes:?} kB");
    println!("peak {kilobytes:?} kB for {} bytes on the wire", packed.len());
}

#[test]
fn a_host_with_other_letters_is_shown_both_ways() {
    let proxy = Server::sending(rules());
    let said = through(&proxy, "http://bücher.example/");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints("File      http://xn--bcher-kva.example/robots.txt  (bücher.example)");
    assert!(said.out.contains("  I -  scope-idn  "), "{}", said.out);
}

#[test]
fn what_came_in_place_of_a_file_is_named() {
    for (headers, body, line) in [
        ("Content-Type: text/html\r\n", &b"<html><title>Just a moment...</title>"[..], "a page that asks for a proof"),
        ("Content-Type: text/html\r\n", b"<html><title>404 Not Found</title>", "a web page that tells of an error"),
        ("Content-Type: application/json\r\n", b"{\"error\": 404}", "JSON"),
        ("Content-Type: image/png\r\n", b"\x89PNG\r\n\x1a\n\0\0\0\r", "a picture (PNG)"),
    ] {
        let server = Server::sending(answer("200 OK", headers, body));
        let said = run(["report", &server.url()], b"");
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.out.contains(&format!("\nBody      {line}")), "{}", said.out);
        let above_info = said.out.lines().filter(|line| line.starts_with("  E ") || line.starts_with("  W ")).count();
        assert_eq!(above_info, 1, "one message and not one a line: {}", said.out);
    }
}

#[test]
fn too_many_redirects_say_how_many_are_followed() {
    let server = Server::sending(redirect("/robots.txt"));
    let said = run(["report", &server.url()], b"");
    let sentence = format!(
        "robotui: {}/robots.txt could not be fetched: more redirects than the 5 that are followed.\n",
        server.url()
    );
    assert_eq!((said.code, said.err.as_str()), (3, sentence.as_str()));
}

#[test]
fn a_file_in_a_folder_is_told_to_be_none() {
    let server = Server::new(|_, stream| send(stream, &rules()));
    let said = run(["report", &format!("{}/shop/robots.txt", server.url())], b"");
    assert!(said.out.contains("  E -  scope-subdirectory  `/shop/robots.txt` is never read;"), "{}", said.out);
}

#[test]
fn a_target_that_is_none_is_one_short_sentence() {
    let long = format!("http://example.com/{}", "a".repeat(100_000));
    let label = format!("{}.example", "a".repeat(300));
    for target in [
        "http://",
        "https://:80/",
        "example.com:0",
        "example.com:99999",
        "user@",
        "http://user:secret@/",
        "exa mple.com/x",
        &label,
        "javascript:alert(1)",
        "javascript://alert(1)",
        "file:///etc/passwd",
        "http://[::1",
    ] {
        let said = run(["report", target], b"");
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{target}");
        assert!(said.err.lines().count() == 1 && said.err.len() < 250, "{target}: {}", said.err);
        assert!(!said.err.contains("secret"), "{}", said.err);
    }
    // A long one is a site all the same; nothing listens there, and the screen is not flooded.
    let said = run(["report", &long.replace("example.com", "127.0.0.1:1")], b"");
    assert_eq!(said.code, 3);
    assert!(said.err.len() < 300, "{}", said.err);
    assert_harmless(&said.err);
}

#[test]
fn a_certificate_that_is_passed_over_is_told_each_time() {
    let authority = Authority::new();
    let (_directory, trusted) = file("ca.pem", authority.pem.as_bytes());
    let insecure = |which| {
        let port = authority.serve(which, &[&TLS13], rules());
        let mut command = robotui();
        command.args(["report", "--insecure", &format!("https://localhost:{port}/")]).env("SSL_CERT_FILE", &trusted);
        said(command, b"")
    };
    let said = insecure(Certificate::Expired);
    let why = "the certificate of localhost has expired";
    assert_eq!((said.code, said.err), (0, format!("robotui: Not to be trusted: {why}\n")));
    assert!(said.out.contains(&format!("\nTrust     none: {why}\n")), "{}", said.out);
    assert!(said.out.contains("\n  E -  http-tls-error  "), "{}", said.out);
    let said = insecure(Certificate::Good);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints("Trust     certificates were not insisted on");
}

#[test]
fn each_bound_says_itself_when_it_is_hit() {
    let silent = Server::new(|_, _| std::thread::sleep(std::time::Duration::from_secs(20)));
    let slow = Server::new(|_, stream| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
        for _ in 0..100 {
            send(stream, b"#");
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    });
    let long = Server::sending(answer("200 OK", "Content-Type: text/plain\r\n", RULES.as_bytes()));
    let circle = Server::sending(redirect("/robots.txt"));
    let https = format!("https://{}", silent.address);
    let bytes = format!("Only the first 14 bytes of {}/robots.txt were read.", long.url());
    for (options, url, code, sentence) in [
        (&["--timeout", "0.4"][..], silent.url(), 3, "had not answered when the 0.4 s for the whole fetch were over."),
        (&["--timeout", "0.4"], slow.url(), 3, "when the 0.4 s for the whole fetch were over."),
        (&["--connect-timeout", "0.3"], https, 3, "within 0.3 s."),
        (&["--connect-timeout", "0.2", "--idle-timeout", "0.2"], silent.url(), 3, "did not answer within 0.4 s."),
        (&["--max-redirects", "2"], circle.url(), 3, "more redirects than the 2 that are followed."),
        (&["--max-bytes", "14"], long.url(), 0, &bytes),
    ] {
        let began = std::time::Instant::now();
        let said = run(["report", &url].iter().chain(options), b"");
        assert_eq!(said.code, code, "{}", said.err);
        assert!(said.err.trim_end().ends_with(sentence), "{}", said.err);
        assert!(began.elapsed() < std::time::Duration::from_secs(5), "{:?}", began.elapsed());
    }
}
