//! What checks are given: plain data, made by whoever asks.

use crate::robots::{Body, Delivery, Document, Origin, Profile, Reading};
use std::borrow::Cow;
use std::sync::Arc;

/// What is known about a file.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// The file.
    pub document: &'a Arc<Document>,
    /// The file as [`Profile::RFC9309`] reads it.
    pub strict: Cow<'a, Reading>,
    /// The file as [`Profile::GOOGLE`] reads it.
    pub lenient: Cow<'a, Reading>,
    /// Whose file it is, where that is known.
    pub origin: Option<&'a Origin>,
    /// How it was served, where it was fetched.
    pub delivery: Option<&'a Delivery>,
    /// What the bytes are. Of an answer that is no file they are not in the document.
    pub body: Body,
    /// Path and query of the page that somebody asked about, where it was one.
    pub page: Option<&'a str>,
}

impl<'a> Facts<'a> {
    /// Reads the document for both profiles. Nothing is known of where it comes from.
    #[must_use]
    pub fn new(document: &'a Arc<Document>) -> Self {
        let read = |profile| Cow::Owned(Reading::new(document, profile));
        let (strict, lenient) = (read(&Profile::RFC9309), read(&Profile::GOOGLE));
        Self::unserved(document, strict, lenient)
    }

    /// The same for a caller who has the readings. One that is not what its profile reads is made anew; both are of the
    /// document of the first.
    #[must_use]
    pub fn of_readings(strict: &'a Reading, lenient: &'a Reading) -> Self {
        let document = strict.document();
        let fit = |reading: &'a Reading, profile| {
            if reading.serves(profile) && Arc::ptr_eq(reading.document(), document) {
                Cow::Borrowed(reading)
            } else {
                Cow::Owned(Reading::new(document, profile))
            }
        };
        let (strict, lenient) = (fit(strict, &Profile::RFC9309), fit(lenient, &Profile::GOOGLE));
        Self::unserved(document, strict, lenient)
    }

    fn unserved(document: &'a Arc<Document>, strict: Cow<'a, Reading>, lenient: Cow<'a, Reading>) -> Self {
        let body = Body::new(document.source().bytes(), None);
        Self { document, strict, lenient, origin: None, delivery: None, body, page: None }
    }

    /// The same, of a file whose origin is known.
    #[must_use]
    pub const fn at(mut self, origin: &'a Origin) -> Self {
        self.origin = Some(origin);
        self
    }

    /// The same, of a file that was fetched, and of what came.
    #[must_use]
    pub const fn delivered(mut self, delivery: &'a Delivery, body: Body) -> Self {
        self.delivery = Some(delivery);
        self.body = body;
        self
    }

    /// The same, of a file that was asked for by way of this page of its site.
    #[must_use]
    pub const fn about(mut self, page: &'a str) -> Self {
        self.page = Some(page);
        self
    }
}
