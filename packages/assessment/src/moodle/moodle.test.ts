import { contentText, type Question } from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportedItem } from '../import/imported-item.ts';
import { readGift } from '../import/read-gift.ts';
import { readQuestionFile } from '../import/read-question-file.ts';
import { writeGift } from '../import/write-gift.ts';
import { questionType } from '../question/question-type.ts';
import { scoreQuestion } from '../scoring/score-question.ts';
import { arbitraryQuestion } from '../testing/arbitrary-question.ts';
import { readMoodleXml } from './read-moodle-xml.ts';
import { writeMoodleXml } from './write-moodle-xml.ts';

const quiz = (type: string, parts: string, text = '<p>题干</p>'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><quiz><question type="category"><category><text>甲</text></category></question><question type="${type}"><name><text>一题</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext><defaultgrade>2.0000000</defaultgrade>${parts}</question></quiz>`;
const answer = (fraction: string, text: string): string =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text><feedback><text></text></feedback></answer>`;
const only = (xml: string): ImportedItem => {
  const [item] = readMoodleXml(xml).items;
  if (item === undefined) throw new Error('no item');
  return item;
};
const questionIn = ({ question, findings, problems }: ImportedItem): Question => {
  if (question === undefined) throw new Error(`refused: ${[...findings, ...problems].join(', ')}`);
  return question;
};

type Row = readonly [type: string, xml: string, named: string, right: Record<string, string[]>, wrong: Record<string, string[]>];
const rows: readonly Row[] = [
  [
    'multichoice',
    quiz('multichoice', `<single>true</single>${answer('0', '甲')}${answer('100', '<p>乙<br></p>')}`),
    'single',
    { RESPONSE: ['O2'] },
    { RESPONSE: ['O1'] },
  ],
  [
    'multichoice',
    quiz(
      'multichoice',
      `<single>false</single>${answer('33.33333', '甲')}${answer('33.33333', '乙')}${answer('33.33333', '丙')}${answer('-100', '丁')}`,
    ),
    'multiple',
    { RESPONSE: ['O1', 'O2', 'O3'] },
    { RESPONSE: ['O1', 'O4'] },
  ],
  [
    'truefalse',
    quiz('truefalse', `${answer('0', 'true')}${answer('100', 'false')}`),
    'trueFalse',
    { RESPONSE: ['false'] },
    { RESPONSE: ['true'] },
  ],
  [
    'shortanswer',
    quiz('shortanswer', `<usecase>0</usecase>${answer('100', 'Paris')}${answer('0', '*')}`),
    'blank',
    { RESPONSE: ['paris'] },
    { RESPONSE: ['Rome'] },
  ],
  [
    'numerical',
    quiz('numerical', '<answer fraction="100"><text>3.14</text><tolerance>0.01</tolerance></answer>'),
    'numeric',
    { RESPONSE: ['3.15'] },
    { RESPONSE: ['3.2'] },
  ],
  [
    'matching',
    quiz(
      'matching',
      '<subquestion format="html"><text>中国</text><answer><text>北京</text></answer></subquestion><subquestion format="html"><text>法国</text><answer><text>巴黎</text></answer></subquestion><subquestion><text></text><answer><text>罗马</text></answer></subquestion>',
    ),
    'matching',
    { RESPONSE: ['S1 T1', 'S2 T2'] },
    { RESPONSE: ['S1 T3'] },
  ],
  [
    'essay',
    quiz('essay', '<responseformat>editor</responseformat><graderinfo format="html"><text>要点</text></graderinfo>'),
    'shortAnswer',
    {},
    {},
  ],
  [
    'cloze',
    quiz('cloze', '', '<p>首都是{1:SHORTANSWER:=北京~%50%京}，{1:MULTICHOICE:上海~=长江~黄河}最长，圆周率{2:NUMERICAL:=3.14:0.01}。</p>'),
    'cloze',
    { R1: ['北京'], R2: ['O2'], R3: ['3.14'] },
    { R1: ['上海'], R2: ['O1'], R3: ['3'] },
  ],
];

describe('Moodle XML', () => {
  it.each(rows)('is certain of %s', (_type, xml, named, right, wrong) => {
    const item = only(xml);
    const question = questionIn(item);
    expect([item.verdict, questionType(question), question.view.title]).toEqual(['certain', named, '一题']);
    const isManual = named === 'shortAnswer';
    expect(scoreQuestion(question.key, right)).toMatchObject({ earnedMilli: isManual ? 0 : 2000, possibleMilli: 2000 });
    expect(scoreQuestion(question.key, wrong).earnedMilli).toBe(0);
  });

  it.each([
    ['refused', 'unsupportedType', quiz('calculated', '')],
    ['refused', 'brokenSyntax', quiz('cloze', '', '{1:UNKNOWN:=甲}')],
    ['refused', 'unfinished', quiz('numerical', '<answer fraction="100"><text>三</text></answer>')],
    ['check', 'wildcard', quiz('shortanswer', answer('100', 'Par*'))],
    ['check', 'formula', quiz('truefalse', answer('100', 'true'), '\\(x^2\\) 是平方。')],
    ['check', 'missingPicture', quiz('truefalse', answer('100', 'true'), '<p>图<img src="@@PLUGINFILE@@/a.png" alt=""></p>')],
    ['check', 'droppedParts', quiz('truefalse', answer('100', 'true'), '<p>听<audio src="a.mp3"></audio></p>')],
  ])('is %s because of %s', (verdict, finding, xml) => {
    const item = only(xml);
    expect(item.verdict).toBe(verdict);
    expect(item.findings).toContain(finding);
  });

  it('shows no scripts, and decodes what browsers decode', () => {
    const question = questionIn(
      only(quiz('truefalse', answer('100', 'true'), 'a&nbsp;&lt;b<script>alert(1)</script><p onclick="x()">一<p>二')),
    );
    expect(contentText(question.view.body).replace(/\s/g, ' ')).toContain('a <b');
    expect(JSON.stringify(question)).not.toMatch(/alert|onclick/);
  });

  it('is recognized by its root', () => {
    expect(readQuestionFile(new TextEncoder().encode(rows[0]?.[1] ?? '')).format).toBe('moodle');
  });
});

/** Questions with one interaction and no formulas, which Moodle shows by a filter of its own. */
const simple = arbitraryQuestion.filter(
  (question) => Object.keys(question.view.interactions).length === 1 && !JSON.stringify(question).includes('"math"'),
);

/** Returns a response that is right by a key, for options with the ids that the reader gives them in order. */
const rightResponse = (question: Question): string[] | undefined => {
  const [interaction] = Object.values(question.view.interactions);
  const [key] = Object.values(question.key.responses);
  if (interaction?.type === 'choice' && key?.rule === 'choice')
    return key.correct.map((id) => `O${interaction.options.findIndex((option) => option.id === id) + 1}`);
  if (key?.rule === 'text') return [key.accepted[0]?.text ?? ''];
  return key?.rule === 'number' ? [key.value] : undefined;
};

describe.each([
  ['Moodle XML', (question: Question) => writeMoodleXml([question]), (text: string) => readMoodleXml(text).items],
  ['GIFT', (question: Question) => writeGift([question]), (text: string) => readGift(text)],
] as const)('export to %s', (_name, write, read) => {
  it('can be read again, and scores a right answer as right', () => {
    let written = 0;
    fc.assert(
      fc.property(simple, (question) => {
        const { text, omitted } = write(question);
        const right = rightResponse(question);
        if (omitted.length > 0 || right === undefined) return;
        const [item] = read(text);
        const again = questionIn(item ?? { line: 1, source: '', verdict: 'refused', findings: [], problems: [] });
        expect(questionType(again)).toBe(questionType(question));
        expect(scoreQuestion(again.key, { RESPONSE: right }).verdict).toBe('correct');
        written += 1;
      }),
    );
    expect(written).toBeGreaterThan(10);
  });

  it('says which questions it cannot contain', () => {
    fc.assert(
      fc.property(arbitraryQuestion, (question) => {
        const { text, omitted } = write(question);
        expect(read(text)).toHaveLength(omitted.length === 0 ? 1 : 0);
      }),
    );
  });
});
