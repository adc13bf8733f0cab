// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { isNoteLink, noteAt } from './follow-link.ts';

const noteOf = (inside: string): string | undefined => {
  const doc = new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${inside}</body></html>`,
    'application/xhtml+xml',
  );
  const anchor = doc.querySelector('a');
  if (!anchor) throw new Error('no link');
  return isNoteLink(anchor) ? noteAt(doc, (anchor.getAttribute('href') ?? '').slice(1), anchor) : undefined;
};

describe('a link to a note', () => {
  it('a note is recognized by its EPUB type, and its text excludes the backlink', () => {
    expect(
      noteOf(
        '<p>文<a href="#n" epub:type="noteref">1</a></p><aside id="n" epub:type="footnote"><p>注文一。<a href="#r" role="doc-backlink">↩</a></p></aside>',
      ),
    ).toBe('注文一。');
  });

  it('a note is recognized by its role, and its text keeps the paragraphs', () => {
    expect(noteOf('<p><a href="#n" role="doc-noteref">1</a></p><div id="n" role="doc-footnote"><p>其一。</p><p>其二。</p></div>')).toBe(
      '其一。\n其二。',
    );
  });

  it('a note is recognized by its appearance in older books: a superscript number that links to a list', () => {
    expect(noteOf('<p>文<sup><a href="#n">[3]</a></sup></p><ol><li id="n">旧书的注。</li></ol>')).toBe('旧书的注。');
    expect(noteOf('<p>文<a href="#n">①</a></p><p><a id="n"/>圈码的注。</p>')).toBe('圈码的注。');
  });

  it('the text of a note excludes ruby readings', () => {
    expect(noteOf('<p><a href="#n" epub:type="noteref">1</a></p><aside id="n"><ruby>汉<rt>hàn</rt></ruby>字</aside>')).toBe('汉字');
  });

  it('a cross reference, a link inside the note itself and a backlink are not notes', () => {
    expect(noteOf('<p><a href="#n">见下文</a></p><p id="n">下文</p>')).toBeUndefined();
    expect(noteOf('<p id="n"><a href="#n" epub:type="noteref">1</a>文</p>')).toBeUndefined();
    expect(noteOf('<p><a href="#n" role="doc-backlink">1</a></p><p id="n">正文</p>')).toBeUndefined();
  });
});
