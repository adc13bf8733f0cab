/** Current version of the terms and the privacy notice. Increase it with every change; users are then asked for consent again. */
export const TERMS_VERSION = 3;

/** The day on which this version takes effect. */
export const TERMS_EFFECTIVE_DAY = '2026-11-30';
