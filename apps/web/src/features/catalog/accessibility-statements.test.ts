import type { Accessibility } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { accessibilityParts } from './accessibility-statements.ts';

const silent: Accessibility = { accessModes: [], accessModesSufficient: [], features: [], hazards: [], conformsTo: [] };
const of = (stated: Partial<Accessibility>, layout: 'reflowable' | 'fixed' = 'reflowable'): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries((accessibilityParts({ ...silent, ...stated }, layout) ?? []).map(({ title, statements }) => [title, statements]));

describe('the accessibility statement of a book', () => {
  it('is absent where the book states nothing, or only unknown values', () => {
    expect(accessibilityParts(silent, 'reflowable')).toBeUndefined();
    expect(accessibilityParts({ ...silent, features: ['unknown'] }, 'fixed')).toBeUndefined();
  });

  it('has a sentence for each part without a statement', () => {
    expect(of({ hazards: ['none'] })).toEqual({
      阅读方式: ['没有说明能否调整外观', '没有说明能否用语音朗读或点显器阅读'],
      符合的标准: ['没有说明'],
      导航: ['没有说明'],
      可能引起不适的内容: ['没有'],
    });
    expect(of({ summary: '见前言' })['可能引起不适的内容']).toEqual(['没有说明']);
  });

  it.each<[string, Partial<Accessibility>, string]>([
    [
      'text alone is sufficient',
      { accessModes: ['textual', 'visual'], accessModesSufficient: ['textual,visual', 'textual'] },
      '全部内容可以用语音朗读或点显器阅读',
    ],
    ['the book contains only text', { accessModes: ['textual'] }, '全部内容可以用语音朗读或点显器阅读'],
    [
      'pictures are necessary, too',
      { accessModes: ['textual', 'visual'], accessModesSufficient: ['textual, visual'] },
      '有一部分内容不能用语音朗读或点显器阅读',
    ],
    ['pictures have descriptions', { accessModes: ['visual'], features: ['alternativeText'] }, '有一部分内容不能用语音朗读或点显器阅读'],
    ['the book contains only pictures', { accessModes: ['visual'] }, '不能用语音朗读或点显器阅读'],
    ['the book contains only sound', { accessModes: ['auditory'] }, '不能用语音朗读或点显器阅读'],
  ])('states whether the book can be read without sight: %s', (_, stated, sentence) => {
    expect(of(stated)['阅读方式']).toContain(sentence);
  });

  it('states whether the appearance can be changed, which is never possible for fixed layout', () => {
    const stated = { features: ['displayTransformability'] };
    expect(of(stated)['阅读方式']?.[0]).toBe('可以调整文字和版面的外观');
    expect(of(stated, 'fixed')['阅读方式']?.[0]).toBe('版面固定，不能调整文字和版面的外观');
  });

  it.each([
    ['EPUB Accessibility 1.1 - WCAG 2.2 Level AA', '达到通行的无障碍标准（WCAG AA 级）', '声明符合：EPUB 无障碍规范 1.1，WCAG 2.2 AA 级'],
    ['EPUB-Accessibility-1.1-WCAG-2.1-Level-AAA', '高于通行的无障碍标准（WCAG AAA 级）', '声明符合：EPUB 无障碍规范 1.1，WCAG 2.1 AAA 级'],
    [
      'http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-a',
      '达到无障碍标准的最低要求（WCAG A 级）',
      '声明符合：EPUB 无障碍规范 1.0，WCAG 2.0 A 级',
    ],
    ['EPUB-A11Y-11_WCAG-21-AA', '达到通行的无障碍标准（WCAG AA 级）', '声明符合：EPUB 无障碍规范 1.1，WCAG 2.1 AA 级'],
  ])('parses the conformance %s', (claim, level, standard) => {
    expect(of({ conformsTo: [claim] })['符合的标准']).toEqual([level, standard]);
  });

  it('ignores conformance to other standards, and certifiers without a certificate', () => {
    for (const claim of ['https://www.w3.org/TR/epub-33/', 'xxhttp://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa'])
      expect(of({ conformsTo: [claim], certifiedBy: ['某人'] })['符合的标准']).toEqual(['没有说明']);
  });

  it('names the certifier as text, not by badges, with a link to the report', () => {
    const parts = accessibilityParts(
      {
        ...silent,
        conformsTo: ['EPUB Accessibility 1.1 - WCAG 2.1 Level AA'],
        certifiedBy: ['甲中心'],
        certifierCredentials: ['https://example.com/badge.png', '国家级'],
        certifierReports: ['https://example.com/report'],
      },
      'reflowable',
    );
    const part = parts?.find(({ title }) => title === '符合的标准');
    expect(part?.statements.slice(2)).toEqual(['由甲中心认证', '认证者资质：国家级']);
    expect(part?.links).toEqual([{ label: '查看认证报告', address: 'https://example.com/report' }]);
  });

  it('lists each feature once, whichever of its names is used, also where one element has several', () => {
    const parts = of({ features: ['tableOfContents, printPageNumbers', 'pageBreakMarkers', 'MathML', 'largePrint'] });
    expect(parts['导航']).toEqual(['有目录，可以跳到各章', '有纸质书页码，可以跳到对应的页']);
    expect(parts['图表、公式与音视频']).toEqual(['公式为 MathML 格式']);
    expect(parts['其他']).toEqual(['大字版']);
  });

  it.each<[readonly string[], readonly string[]]>([
    [
      ['flashing', 'noSoundHazard'],
      ['有闪烁，可能引发光敏性癫痫', '没有引起不适的声音'],
    ],
    [['flashingHazard'], ['有闪烁，可能引发光敏性癫痫']],
    [['unknownMotionSimulationHazard'], ['不清楚有没有模拟运动的画面']],
    [['unknown'], ['出版者表示不清楚']],
    [['nonsense'], ['没有说明']],
  ])('states the hazards %s', (hazards, sentences) => {
    expect(of({ hazards: [...hazards] })['可能引起不适的内容']).toEqual(sentences);
  });
});
