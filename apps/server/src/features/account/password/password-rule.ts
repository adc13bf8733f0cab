/**
 * Decides which passwords are refused: too short, too long, or among those attackers try first. Besides a published list it recognizes the
 * patterns behind that list: one word with digits around it, keyboard sequences, repeats, dates, phone numbers.
 */
import { LIMITS } from '@shufang/contract';
import { COMMON_NUMBERS, COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.ts';

/** Rows and columns of the keyboard that sequences follow, forwards and backwards. */
const KEYBOARD_LINES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '`1234567890-=',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'azertyuiop',
  'qwertzuiop',
];
const STEPS = new Set(
  KEYBOARD_LINES.flatMap((line) => Array.from({ length: line.length - 1 }, (_, i) => line.slice(i, i + 2))).flatMap((pair) => [
    pair,
    `${pair[1]}${pair[0]}`,
  ]),
);

/**
 * A password counts as a keyboard pattern if at least this share (in tenths) of the steps from one character to the next leads to an
 * adjacent key or repeats the character.
 */
const EASY_STEPS_OF_TEN = 7;
const DISTINCT_MIN = 4;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const isRepeated = (text: string): boolean => /^(.{1,6})\1+.{0,2}$/su.test(text);

const isKeyboardPattern = (text: string): boolean => {
  const pairs = Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2));
  const easy = pairs.filter((pair) => pair[0] === pair[1] || STEPS.has(pair)).length;
  return easy * 10 >= pairs.length * EASY_STEPS_OF_TEN;
};

const isDateOrPhone = (text: string): boolean => {
  const digits = text.replaceAll(/[-./ ]/g, '');
  return /^(19|20)\d{6}$/.test(digits) || /^\d{4}(19|20)\d\d$/.test(digits) || /^[a-z]{0,3}1[3-9]\d{9}$/.test(digits);
};

/** Returns whether the password is one or two common words, also with lookalike characters, with any digits and signs before and after. */
const isCommonWord = (text: string): boolean =>
  [text, text.replaceAll(/[0134578@$!]/g, (sign) => LOOKALIKES[sign] ?? sign)].some((spelling) => {
    const core = spelling.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
    if (COMMON_WORDS.has(core)) return true;
    return Array.from({ length: Math.max(0, core.length - 5) }, (_, i) => i + 3).some(
      (cut) => COMMON_WORDS.has(core.slice(0, cut)) && (COMMON_WORDS.has(core.slice(cut)) || core.slice(cut) === core.slice(0, cut)),
    );
  });

/** Returns whether the password is a digit group with a meaning, alone or with a few letters (initials) around it. */
const isCommonNumber = (text: string): boolean => {
  const rest = COMMON_NUMBERS.reduce((left, number) => left.replaceAll(number, ''), text);
  return rest.length < text.length && rest.length <= 4;
};

/** Returns whether a password is accepted. `tel`: the user's own phone number, which must not be the password or most of it. */
export const isPasswordAcceptable = (password: string, tel: string): boolean => {
  const characters = [...password.normalize('NFC')].length;
  if (characters < LIMITS.passwordMinLength || characters > LIMITS.passwordMaxLength) return false;
  if (Buffer.byteLength(password.normalize('NFC')) > LIMITS.passwordMaxBytes) return false;
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size < DISTINCT_MIN || text.includes(tel) || text.includes(tel.slice(-8))) return false;
  return !(
    COMMON_PASSWORDS.has(text) ||
    isRepeated(text) ||
    isKeyboardPattern(text) ||
    isDateOrPhone(text) ||
    isCommonWord(text) ||
    isCommonNumber(text)
  );
};
