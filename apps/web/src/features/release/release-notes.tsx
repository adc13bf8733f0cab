/** Release notes of a version: sanitized on publication, and shown in a frame without scripts (security.md §2). */
import { useLayoutEffect, useRef, useState } from 'react';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { trustedFrameDocument } from '../../platform/trusted-types.ts';
import styles from './release.module.css';

const pageOf = (html: string): string => `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><base target="_blank"><style>
  body { margin: 0; font: 15px/1.65 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: #55514a; overflow-wrap: anywhere; }
  h1, h2, h3, h4 { margin: 0.8em 0 0.3em; font-size: 1.05em; color: #1f1e1b; } h1:first-child, h2:first-child, h3:first-child { margin-top: 0; }
  p { margin: 0.4em 0; } ul, ol { margin: 0.4em 0; padding-left: 1.5em; } a { color: #9d2f24; } code, pre { font-size: 0.9em; }
</style></head><body>${html}</body></html>`;

interface ReleaseNotesProps {
  readonly version: string;
  /** Name of the platform and architecture of the build, because several builds of one version can be on a page. */
  readonly system: string;
  readonly html: string;
}

export const ReleaseNotes = ({ version, system, html }: ReleaseNotesProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(96);
  // The document is set here and not by React, which would convert the trusted HTML to a plain string.
  useLayoutEffect(() => {
    if (frame.current) frame.current.srcdoc = trustedFrameDocument(pageOf(html));
  }, [html]);
  const handleLoad = (): void => {
    const page = frame.current?.contentDocument?.documentElement;
    if (page) setHeight(page.scrollHeight + 2);
  };
  return (
    <iframe
      ref={frame}
      className={styles.notes}
      title={clientsText.notesLabel(version, system)}
      sandbox="allow-same-origin allow-popups"
      style={{ height }}
      onLoad={handleLoad}
    />
  );
};
