import { describe, expect, it } from 'vitest';
import { prepareScriptDocument } from './script-document.ts';

const BRIDGE = '<script xmlns="http://www.w3.org/1999/xhtml" src="/b.js"></script>';
const prepared = (source: string) => prepareScriptDocument(source, '/b.js');

describe('a document with scripts', () => {
  it.each([
    '<html>',
    '<?xml version="1.0"?><!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" lang=\'zh\'>',
    '<!-- <html> --><html>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><html>',
    '<h:html xmlns:h="http://www.w3.org/1999/xhtml" title="a > b">',
  ])('starts with the bridge: %s', (start) => {
    expect(prepared(`${start}<head><script>1</script></head></html>`)).toBe(`${start}${BRIDGE}<head><script>1</script></head></html>`);
  });

  it('may be a drawing', () => {
    expect(prepared('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')).toContain(
      '<svg xmlns="http://www.w3.org/2000/svg"><script xmlns="http://www.w3.org/2000/svg" href="/b.js"></script><script>1',
    );
  });

  it.each([
    ['entities', '<!DOCTYPE html [<!ENTITY a "b">]><html></html>'],
    ['a style sheet that transforms it', '<?xml-stylesheet type="text/xsl" href="a.xsl"?><html></html>'],
    ['another root', '<script>1</script>'],
    ['an empty root', '<html/>'],
    ['a broken root', '<html a="<b>"></html>'],
    ['text before the root', 'a<html></html>'],
    ['nothing', ''],
  ])('is not shown with %s', (_, source) => expect(prepared(source)).toBeUndefined());

  it('has no frame that is made of a text', () => {
    expect(prepared('<html><iframe srcdoc="a" SrcDoc="b"/></html>')).toBe(
      `<html>${BRIDGE}<iframe data-srcdoc="a" data-srcdoc="b"/></html>`,
    );
  });
});
