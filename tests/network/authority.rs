//! A test authority, and servers whose certificates it signs, rightly or wrongly.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, Stream, SupportedProtocolVersion};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;

/// What is wrong with a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certificate {
    Good,
    Expired,
    NotYetValid,
    /// For example.com and not for localhost.
    OtherName,
    /// Signed with its own key.
    SelfSigned,
}

/// Signs certificates. Made by the test, and trusted by whoever is given its own.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// Its certificate as text, for a file of certificates.
    pub pem: String,
}

impl Authority {
    pub fn new() -> Self {
        let mut params = named("Test Authority", &[]);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        let own = BASE64_STANDARD.encode(params.self_signed(&key).expect("a certificate").der());
        let lines: Vec<&str> = own.as_bytes().chunks(64).filter_map(|line| std::str::from_utf8(line).ok()).collect();
        let pem = format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"));
        Self { issuer: Issuer::new(params, key), pem }
    }

    /// A certificate for localhost with its key.
    fn sign(&self, which: Certificate) -> (CertificateDer<'static>, PrivateKeyDer<'static>) {
        let host = if which == Certificate::OtherName { "example.com" } else { "localhost" };
        let mut params = named("Test Server", &[host]);
        match which {
            Certificate::Expired => params.not_after = date_time_ymd(2020, 1, 1),
            Certificate::NotYetValid => params.not_before = date_time_ymd(2999, 1, 1),
            _ => {}
        }
        let key = KeyPair::generate().expect("a key");
        let signed = if which == Certificate::SelfSigned {
            params.self_signed(&key)
        } else {
            params.signed_by(&key, &self.issuer)
        };
        let der = signed.expect("a certificate").der().clone();
        (der, PrivateKeyDer::Pkcs8(key.serialize_der().into()))
    }

    /// A server on the loopback address that sends the same bytes to everybody who accepts its certificate; its port.
    pub fn serve(&self, which: Certificate, versions: &[&'static SupportedProtocolVersion], bytes: Vec<u8>) -> u16 {
        self.listen(which, versions, &[], move |stream| {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(&bytes);
        })
    }

    /// The same over HTTP/2, with as little of it as does for one answer (RFC 9113).
    pub fn serve_http2(&self, body: &'static [u8]) -> u16 {
        self.listen(Certificate::Good, rustls::ALL_VERSIONS, &[b"h2"], move |stream| {
            let frame = |kind: u8, flags: u8, stream: u8, payload: &[u8]| {
                let length = (payload.len() as u32).to_be_bytes();
                [&length[1..], &[kind, flags, 0, 0, 0, stream], payload].concat()
            };
            let mut preface = [0; 24];
            let mut head = [0; 9];
            let mut asked = stream.read_exact(&mut preface).is_err();
            while !asked && stream.read_exact(&mut head).is_ok() {
                let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
                asked = stream.read_exact(&mut vec![0; length]).is_err() || head[3] == 1;
            }
            // Settings and their receipt; then `:status 200`, which has a number of its own, and the body.
            let answer = [frame(4, 0, 0, &[]), frame(4, 1, 0, &[]), frame(1, 4, 1, &[0x88]), frame(0, 1, 1, body)];
            let _ = stream.write_all(&answer.concat());
            let _ = stream.read(&mut [0; 4096]);
        })
    }

    fn listen(
        &self,
        which: Certificate,
        versions: &[&'static SupportedProtocolVersion],
        protocols: &[&[u8]],
        answer: impl Fn(&mut Stream<ServerConnection, std::net::TcpStream>) + Send + 'static,
    ) -> u16 {
        let (certificate, key) = self.sign(which);
        let mut config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_protocol_versions(versions)
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(vec![certificate], key))
            .expect("a configuration");
        config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").expect("the loopback address");
        let port = listener.local_addr().expect("an address").port();
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut connection = ServerConnection::new(Arc::clone(&config)).expect("a connection");
                answer(&mut Stream::new(&mut connection, &mut stream));
                connection.send_close_notify();
                let _ = connection.write_tls(&mut stream);
            }
        });
        port
    }
}

fn named(name: &str, hosts: &[&str]) -> CertificateParams {
    let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
    let mut params = CertificateParams::new(hosts).expect("names");
    // Certificates of one name for all would be taken for each other.
    params.distinguished_name.push(DnType::CommonName, name);
    params
}
