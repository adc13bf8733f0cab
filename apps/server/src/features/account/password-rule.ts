/**
 * Which passwords are refused: too short, too long, or among the first an attacker tries. Beside a published list the habits
 * behind it are recognised: one word with figures around it, walks over the keyboard, repeats, dates, phone numbers.
 */
import { LIMITS } from '@shufang/contract';
import { COMMON_NUMBERS, COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.ts';

/** Rows and columns people walk along, forwards and backwards. */
const WALKS = [
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
  WALKS.flatMap((walk) => Array.from({ length: walk.length - 1 }, (_, i) => walk.slice(i, i + 2))).flatMap((pair) => [
    pair,
    `${pair[1]}${pair[0]}`,
  ]),
);

/** Of ten steps from character to character, this many may lead to a neighbour on the keyboard or stay where they are. */
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

const isWalk = (text: string): boolean => {
  const pairs = Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2));
  const easy = pairs.filter((pair) => pair[0] === pair[1] || STEPS.has(pair)).length;
  return easy * 10 >= pairs.length * EASY_STEPS_OF_TEN;
};

const isDateOrPhone = (text: string): boolean => {
  const digits = text.replaceAll(/[-./ ]/g, '');
  return /^(19|20)\d{6}$/.test(digits) || /^\d{4}(19|20)\d\d$/.test(digits) || /^[a-z]{0,3}1[3-9]\d{9}$/.test(digits);
};

/** One or two common words, spelled with lookalikes or not, whatever figures and signs stand before and after. */
const isCommonWord = (text: string): boolean =>
  [text, text.replaceAll(/[0134578@$!]/g, (sign) => LOOKALIKES[sign] ?? sign)].some((spelling) => {
    const core = spelling.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
    if (COMMON_WORDS.has(core)) return true;
    return Array.from({ length: Math.max(0, core.length - 5) }, (_, i) => i + 3).some(
      (cut) => COMMON_WORDS.has(core.slice(0, cut)) && (COMMON_WORDS.has(core.slice(cut)) || core.slice(cut) === core.slice(0, cut)),
    );
  });

/** Number plays alone, or with a few letters (initials) around them. */
const isCommonNumber = (text: string): boolean => {
  const rest = COMMON_NUMBERS.reduce((left, number) => left.replaceAll(number, ''), text);
  return rest.length < text.length && rest.length <= 4;
};

/** `tel`: the person's own number, which may not be the password or most of it. */
export const isPasswordAcceptable = (password: string, tel: string): boolean => {
  const characters = [...password.normalize('NFC')].length;
  if (characters < LIMITS.passwordMinLength || characters > LIMITS.passwordMaxLength) return false;
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size < DISTINCT_MIN || text.includes(tel) || text.includes(tel.slice(-8))) return false;
  return !(
    COMMON_PASSWORDS.has(text) ||
    isRepeated(text) ||
    isWalk(text) ||
    isDateOrPhone(text) ||
    isCommonWord(text) ||
    isCommonNumber(text)
  );
};
