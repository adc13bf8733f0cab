/** Nicknames of users of a provider. */

/** The maximum length of a nickname (`nickname` of the contract). */
const NICKNAME_CHARS = 30;

/** Returns the name as one line without control characters, cut to the maximum length of a nickname; may be empty. */
export const providerNickname = (name: string): string => {
  const line = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  let cut = '';
  for (const character of line) {
    if (cut.length + character.length > NICKNAME_CHARS) break;
    cut += character;
  }
  return cut.trim();
};
