import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readZip } from '../archive/read-zip.ts';
import type { ImportedItem } from '../import/imported-item.ts';
import { findQuestionProblems } from '../question/find-question-problems.ts';
import { questionType } from '../question/question-type.ts';
import { scoreQuestion } from '../scoring/score-question.ts';
import { arbitraryQuestion } from '../testing/arbitrary-question.ts';
import { readQtiItem } from './read-qti-item.ts';
import { readQtiPackage } from './read-qti-package.ts';
import { writeQtiItem } from './write-qti-item.ts';
import { exportQtiItem, writeQtiPackage } from './write-qti-package.ts';

const questionIn = ({ question, findings, problems }: ImportedItem) => {
  if (question === undefined) throw new Error(`refused: ${[...findings, ...problems].join(', ')}`);
  return question;
};

/** An item of QTI 2.2 with the given declaration of the response, body and processing. */
const item22 = (declaration: string, body: string, processing: string, more = ''): string => `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="i1" title="一题" adaptive="false" timeDependent="false">
  ${declaration}
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
  ${more}
  <itemBody><p>题干</p>${body}</itemBody>
  ${processing}
</assessmentItem>`;

const MATCH = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p2/rptemplates/match_correct"/>';
const MAP = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p2/rptemplates/map_response"/>';
const CHOICES =
  '<simpleChoice identifier="A">甲</simpleChoice><simpleChoice identifier="B">乙</simpleChoice><simpleChoice identifier="C">丙</simpleChoice>';
const choice = (maximum: number): string =>
  `<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="${maximum}">${CHOICES}</choiceInteraction>`;
const declared = (cardinality: string, baseType: string, values: readonly string[], mapping = ''): string =>
  `<responseDeclaration identifier="RESPONSE" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${values
    .map((value) => `<value>${value}</value>`)
    .join('')}</correctResponse>${mapping}</responseDeclaration>`;
const CONDITION = `<responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>
  <setOutcomeValue identifier="SCORE"><baseValue baseType="float">2.5</baseValue></setOutcomeValue></responseIf>
  <responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseElse></responseCondition></responseProcessing>`;
const CUSTOM = `<responseProcessing><responseCondition><responseIf><and><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>
  <lt><variable identifier="duration"/><baseValue baseType="float">10</baseValue></lt></and>
  <setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>`;

type Row = readonly [name: string, xml: string, type: string, right: readonly string[], points: number, wrong: readonly string[]];
const rows: readonly Row[] = [
  ['a single choice', item22(declared('single', 'identifier', ['B']), choice(1), MATCH), 'single', ['B'], 1000, ['A']],
  ['a choice by a condition', item22(declared('single', 'identifier', ['B']), choice(1), CONDITION), 'single', ['B'], 2500, ['A']],
  ['a multiple choice', item22(declared('multiple', 'identifier', ['A', 'C']), choice(0), MATCH), 'multiple', ['C', 'A'], 1000, ['A']],
  [
    'a mapped choice',
    item22(
      declared(
        'multiple',
        'identifier',
        ['A', 'C'],
        '<mapping lowerBound="0"><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="C" mappedValue="1"/><mapEntry mapKey="B" mappedValue="-2"/></mapping>',
      ),
      choice(0),
      MAP,
    ),
    'multiple',
    ['C', 'A'],
    2000,
    ['A', 'B'],
  ],
  [
    'a text with spellings',
    item22(
      declared(
        'single',
        'string',
        ['York'],
        '<mapping><mapEntry mapKey="York" mappedValue="1"/><mapEntry mapKey="york" mappedValue="0.5"/></mapping>',
      ),
      '<p>城：<textEntryInteraction responseIdentifier="RESPONSE" expectedLength="10"/></p>',
      MAP,
    ),
    'blank',
    ['York'],
    1000,
    ['Paris'],
  ],
  [
    'a number',
    item22(declared('single', 'float', ['3.5']), '<p><textEntryInteraction responseIdentifier="RESPONSE"/></p>', MATCH),
    'numeric',
    ['3.50'],
    1000,
    ['3.6'],
  ],
  [
    'an order',
    item22(
      declared('ordered', 'identifier', ['C', 'A', 'B']),
      `<orderInteraction responseIdentifier="RESPONSE" shuffle="true">${CHOICES}</orderInteraction>`,
      MATCH,
    ),
    'ordering',
    ['C', 'A', 'B'],
    1000,
    ['A', 'B', 'C'],
  ],
  [
    'gaps',
    item22(
      declared('multiple', 'directedPair', ['W G1', 'S G2']),
      `<gapMatchInteraction responseIdentifier="RESPONSE" shuffle="false"><gapText identifier="W" matchMax="1">冬</gapText><gapText identifier="S" matchMax="1">夏</gapText>
       <p>现在是<gap identifier="G1"/>，那时是<gap identifier="G2"/>。</p></gapMatchInteraction>`,
      MATCH,
    ),
    'gapMatch',
    ['S G2', 'W G1'],
    1000,
    ['W G1'],
  ],
  [
    'a list in a text',
    item22(
      declared('single', 'identifier', ['Y']),
      '<p>首都是<inlineChoiceInteraction responseIdentifier="RESPONSE" shuffle="false"><inlineChoice identifier="X">上海</inlineChoice><inlineChoice identifier="Y">北京</inlineChoice></inlineChoiceInteraction>。</p>',
      MATCH,
    ),
    'cloze',
    ['Y'],
    1000,
    ['X'],
  ],
];

describe('items of QTI 2.x', () => {
  it.each(rows)('are certain: %s', (_name, xml, type, right, points, wrong) => {
    const item = readQtiItem(xml);
    const question = questionIn(item);
    expect([item.verdict, item.findings, questionType(question)]).toEqual(['certain', [], type]);
    expect(scoreQuestion(question.key, { RESPONSE: [...right] }).earnedMilli).toBe(points);
    expect(scoreQuestion(question.key, { RESPONSE: [...wrong] }).earnedMilli).toBe(0);
    expect(item.source).toBe(xml);
  });

  it.each([
    ['check', 'customScoring', item22(declared('single', 'identifier', ['B']), choice(1), CUSTOM)],
    ['check', 'customScoring', item22(declared('single', 'identifier', ['B']), choice(1), '')],
    ['check', 'droppedParts', item22(declared('single', 'identifier', ['B']), `<video src="a.mp4"/>${choice(1)}`, MATCH)],
    [
      'check',
      'unusualPoints',
      item22(
        declared('multiple', 'identifier', ['A'], '<mapping defaultValue="-1"><mapEntry mapKey="A" mappedValue="1"/></mapping>'),
        choice(0),
        MAP,
      ),
    ],
    [
      'refused',
      'unsupportedType',
      item22(
        declared('single', 'integer', ['5']),
        '<sliderInteraction responseIdentifier="RESPONSE" lowerBound="0" upperBound="9"/>',
        MATCH,
      ),
    ],
    ['refused', 'unsupportedType', item22(declared('single', 'identifier', ['B']), choice(1), MATCH, '<templateProcessing/>')],
    ['refused', 'noResponse', item22('', '<p>没有作答处</p>', '')],
    ['refused', 'questionProblem', item22(declared('single', 'identifier', ['Z']), choice(1), MATCH)],
    ['refused', 'brokenSyntax', '<assessmentItem><itemBody></assessmentItem>'],
    ['refused', 'brokenSyntax', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><assessmentItem/>'],
  ])('are %s because of %s', (verdict, finding, xml) => {
    const item = readQtiItem(xml);
    expect(item.verdict).toBe(verdict);
    expect(item.findings).toContain(finding);
    expect(item.source).toBe(xml);
  });
});

describe('round trip of QTI 3', () => {
  it('gives back every question of the model', () => {
    fc.assert(
      fc.property(arbitraryQuestion, (question) => {
        expect(findQuestionProblems(question)).toEqual([]);
        const item = readQtiItem(writeQtiItem(question));
        expect([item.verdict, item.findings]).toEqual(['certain', []]);
        expect(item.question).toEqual(question);
      }),
      { numRuns: 300 },
    );
  });

  it('scores as another system would: the key is in standard QTI as well', () => {
    fc.assert(
      fc.property(arbitraryQuestion, (question) => {
        // Another tool removes the name of ours, so that only standard parts are read.
        const item = readQtiItem(writeQtiItem(question).replace('tool-name="Shufang"', 'tool-name="Other"'));
        const read = questionIn(item);
        const response = Object.fromEntries(
          Object.entries(question.key.responses).flatMap(([id, key]) =>
            key.rule === 'choice' || key.rule === 'order' ? [[id, key.correct]] : [],
          ),
        );
        const [theirs, ours] = [scoreQuestion(read.key, response), scoreQuestion(question.key, response)];
        for (const id of Object.keys(response)) expect(theirs.responses[id]?.earnedMilli).toBe(ours.responses[id]?.earnedMilli);
      }),
    );
  });

  const foreign = `<?xml version="1.0" encoding="UTF-8"?>
<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="x" title="X" adaptive="false" time-dependent="false">
  <qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>A</qti-value></qti-correct-response></qti-response-declaration>
  <qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/>
  <qti-outcome-declaration identifier="THEIRS" cardinality="single" base-type="float"/>
  <qti-stylesheet href="style.css" type="text/css"/>
  <qti-item-body><p data-theirs="1">哪个？</p><qti-choice-interaction response-identifier="RESPONSE" max-choices="1" class="qti-theirs"><qti-simple-choice identifier="A">甲</qti-simple-choice><qti-simple-choice identifier="B">乙</qti-simple-choice></qti-choice-interaction></qti-item-body>
  <qti-catalog-info><qti-catalog id="c"/></qti-catalog-info>
  <qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml"/>
</qti-assessment-item>`;

  it('gives back the whole document of an item that was not changed', () => {
    const item = readQtiItem(foreign);
    expect([item.verdict, item.findings]).toEqual(['certain', ['preservedParts']]);
    expect(exportQtiItem({ ...questionIn(item), source: foreign })).toBe(foreign);
  });

  it('keeps the parts that it does not know of an item that was changed', () => {
    const question = questionIn(readQtiItem(foreign));
    const changed = exportQtiItem({ ...question, view: { ...question.view, title: '新' }, source: foreign });
    for (const part of ['THEIRS', 'qti-stylesheet', 'qti-catalog id="c"', 'title="新"']) expect(changed).toContain(part);
    expect(questionIn(readQtiItem(changed)).view).toEqual({ ...question.view, title: '新' });
  });

  it('does not believe a key that no longer agrees with the document', () => {
    const question = questionIn(
      readQtiItem(item22(declared('single', 'float', ['3.5']), '<p><textEntryInteraction responseIdentifier="RESPONSE"/></p>', MATCH)),
    );
    const edited = writeQtiItem({ view: question.view, key: question.key }).replace(
      '<qti-value>3.5</qti-value>',
      '<qti-value>4.5</qti-value>',
    );
    expect(scoreQuestion(questionIn(readQtiItem(edited)).key, { RESPONSE: ['4.5'] }).verdict).toBe('correct');
  });
});

describe('packages', () => {
  const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);

  it('contain the questions with their pictures', () => {
    fc.assert(
      fc.property(fc.array(arbitraryQuestion, { minLength: 1, maxLength: 4 }), (questions) => {
        const pictures = new Map([['media/picture-1.png', PNG]]);
        const withPicture = questions.map((question) => ({
          ...question,
          view: {
            ...question.view,
            body: [...question.view.body, { name: 'img' as const, attributes: { src: 'media/picture-1.png', alt: '图' } }],
          },
        }));
        const read = readQtiPackage(readZip(writeQtiPackage(withPicture, pictures)));
        expect(read.items.map(({ question }) => question)).toEqual(withPicture);
        expect(read.pictures).toEqual(pictures);
      }),
      { numRuns: 30 },
    );
  });

  it('say which picture is missing', () => {
    const question = questionIn(
      readQtiItem(item22(declared('single', 'identifier', ['B']), `<p><img src="a.png" alt="图"/></p>${choice(1)}`, MATCH)),
    );
    const read = readQtiPackage(readZip(writeQtiPackage([question])));
    expect(read.items.map(({ verdict, findings }) => [verdict, findings])).toEqual([['check', ['missingPicture']]]);
  });
});
