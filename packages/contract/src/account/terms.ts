/** The version of the terms and the privacy notice that stands on the site now. Raise it with every change of them: people are asked again. */
export const TERMS_VERSION = 1;
