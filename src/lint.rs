//! What is wrong with a robots.txt.
