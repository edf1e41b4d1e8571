//! TLS as this room uses it: certificates are checked as the system says, and what was agreed on is kept. Where a person
//! passes over a certificate that cannot be trusted, what is wrong with it is kept too.

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// What came of the last handshake.
#[derive(Clone, Debug, Default)]
pub(super) struct Agreed {
    /// The version of TLS; none where none was agreed on.
    pub(super) version: Option<&'static str>,
    /// Why the certificate would not have been trusted, where that was passed over.
    pub(super) passed_over: Option<Error>,
}

/// Looks on at each handshake. Clones look at the same one.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    trust: Arc<dyn ServerCertVerifier>,
    insecure: bool,
    seen: Arc<Mutex<Agreed>>,
}

impl Watch {
    /// What a TLS connection needs, and a watch over it.
    ///
    /// # Errors
    /// Where neither the system nor this program has certificates that can be read.
    pub(super) fn new(insecure: bool) -> Result<(ClientConfig, Self), Error> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let watch = Self { trust: trust(&provider)?, insecure, seen: Arc::default() };
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(watch.clone()))
            .with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        // A session that is taken up again shows no certificate.
        config.resumption = rustls::client::Resumption::disabled();
        Ok((config, watch))
    }

    /// What came of the handshake since the last call.
    pub(super) fn take(&self) -> Agreed {
        std::mem::take(&mut *self.seen())
    }

    fn seen(&self) -> MutexGuard<'_, Agreed> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whom to trust: the certificates of the system, or those of Mozilla where there are none. Read once.
fn trust(provider: &Arc<CryptoProvider>) -> Result<Arc<dyn ServerCertVerifier>, Error> {
    static TRUST: OnceLock<Arc<dyn ServerCertVerifier>> = OnceLock::new();
    if let Some(trust) = TRUST.get() {
        return Ok(Arc::clone(trust));
    }
    let trust: Arc<dyn ServerCertVerifier> = match rustls_platform_verifier::Verifier::new(Arc::clone(provider)) {
        Ok(verifier) => Arc::new(verifier),
        Err(_) => mozilla(provider)?,
    };
    Ok(Arc::clone(TRUST.get_or_init(|| trust)))
}

fn mozilla(provider: &Arc<CryptoProvider>) -> Result<Arc<dyn ServerCertVerifier>, Error> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter().cloned());
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(provider)).build();
    verifier.map(|verifier| verifier as Arc<dyn ServerCertVerifier>).map_err(|e| Error::General(e.to_string()))
}

impl ServerCertVerifier for Watch {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = self.trust.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        match verified {
            Err(e) if self.insecure => {
                self.seen().passed_over = Some(e);
                Ok(ServerCertVerified::assertion())
            }
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.seen().version = Some("TLS 1.2");
        // That the server holds the key is checked even where the certificate is passed over.
        self.trust.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.seen().version = Some("TLS 1.3");
        self.trust.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.trust.supported_verify_schemes()
    }
}
