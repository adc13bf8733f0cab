/**
 * The interactive form of the shown document, over the page: after the reader has agreed, its frame; before that, the offer. The document
 * without scripts stays below it, with its notes and search results.
 */
import { Button, Loader, Row } from '@shufang/ui';
import { useState } from 'react';
import { interactiveText as text } from '../../platform/messages/zh-cn/interactive.ts';
import styles from './interactive.module.css';
import { ScriptFrame } from './script-frame.tsx';
import { useInteractiveState } from './use-interactive-state.ts';

interface InteractiveDocumentProps {
  readonly bookId: string;
  readonly versionId: string;
  /** URL of the folder of the original documents. */
  readonly baseUrl: string;
  /** Path of the original document. */
  readonly path: string;
  readonly title: string;
  /** Opens a link of the document: a path in the book, or an address outside. */
  readonly onLink: (link: { path: string } | { address: string }) => void;
}

export const InteractiveDocument = ({ bookId, versionId, baseUrl, path, title, onLink }: InteractiveDocumentProps) => {
  const { state, save } = useInteractiveState(bookId, versionId);
  const [isHidden, setHidden] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [stage, setStage] = useState<'opening' | 'running' | 'refused'>('opening');
  /** Number of times the stored values were erased: the frame is then loaded again, without them. */
  const [erasures, setErasures] = useState(0);
  const [attempts, setAttempts] = useState(0);
  if (state === undefined) return null;
  if (!state.hasConsented || isHidden) {
    return (
      <Row as="section" gap={12} align="center" size={14} className={styles.offer} aria-label={text.region}>
        <span>{text.offer}</span>
        <Button
          size="xs"
          onClick={() => {
            setHidden(false);
            setProblem(undefined);
            setStage('opening');
            setErasures(0);
            void save({ hasConsented: true });
          }}
        >
          {text.consent}
        </Button>
      </Row>
    );
  }
  const openLink = (href: string): void => {
    if (!href.startsWith(baseUrl)) onLink({ address: href });
    else onLink({ path: decodeURIComponent(href.slice(baseUrl.length)) });
  };
  return (
    <section className={styles.layer} aria-label={text.region}>
      <Row gap={12} align="center" size={14} className={styles.bar}>
        <span role="status">{problem ?? text[stage]}</span>
        {stage === 'refused' ? (
          <Button
            size="xs"
            variant="quiet"
            onClick={() => {
              setStage('opening');
              setAttempts((before) => before + 1);
            }}
          >
            {text.retry}
          </Button>
        ) : (
          <Button size="xs" variant="quiet" onClick={() => void save({ values: {} }).then(() => setErasures((before) => before + 1))}>
            {text.erase}
          </Button>
        )}
        <Button
          size="xs"
          variant="quiet"
          onClick={() => {
            setHidden(true);
            void save({ hasConsented: false });
          }}
        >
          {problem === text.stopped ? text.close : text.hide}
        </Button>
      </Row>
      {stage === 'opening' && (
        <div className={styles.waiting}>
          <Loader />
        </div>
      )}
      {stage === 'refused' && <p className={styles.refused}>{text.refusedHelp}</p>}
      <ScriptFrame
        key={`${path} ${erasures} ${attempts}`}
        isHidden={stage !== 'running'}
        url={baseUrl + path.split('/').map(encodeURIComponent).join('/')}
        title={title}
        values={erasures === 0 ? state.values : {}}
        onValues={(values) => void save({ values })}
        onTooMuch={() => setProblem(text.tooMuch)}
        onLink={openLink}
        onStopped={() => setProblem(text.stopped)}
        onRunning={() => setStage('running')}
        onRefused={() => setStage('refused')}
      />
    </section>
  );
};
