/** Parts of the update of the desktop client that its dialog and its page share: the versions, the progress and the notes. */
import type { UpdateStatus } from '@shufang/desktop-bridge';
import { Cluster, Text } from '@shufang/ui';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import styles from './release.module.css';
import { ReleaseNotes } from './release-notes.tsx';

const text = clientsText.desktop;

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

export const UpdateFacts = ({ status: { current, latest, size } }: { status: UpdateStatus }) => (
  <dl className={styles.facts}>
    <Fact name={text.current} value={current} />
    {latest === undefined ? null : <Fact name={text.latest} value={latest} />}
    {size === undefined ? null : <Fact name={text.size} value={clientsText.size(size)} />}
  </dl>
);

export const UpdateProgress = ({ status: { phase, percent, decision } }: { status: UpdateStatus }) => (
  <>
    <Cluster as="p" gap={[4, 12]} align="baseline" className={styles.phase} role="status" data-phase={phase}>
      {decision === 'background' && phase === 'downloading' ? text.background : text.phases[phase]}
      {phase === 'downloading' ? (
        <Text size={14} tone="soft">
          {text.percent(percent)}
        </Text>
      ) : null}
      {phase === 'error' ? (
        <Text size={14} tone="soft">
          {text.errorHint}
        </Text>
      ) : null}
    </Cluster>
    {phase === 'downloading' || phase === 'downloadComplete' ? (
      <progress className={styles.progress} aria-label={text.phases.downloading} max={100} value={percent} />
    ) : null}
  </>
);

export const UpdateNotes = ({ status: { latest, notes } }: { status: UpdateStatus }) =>
  notes === undefined || latest === undefined ? null : (
    <div className={styles.dialogNotes}>
      <ReleaseNotes version={latest} system={text.system} html={notes} />
    </div>
  );

/** Work of one kind that is on this device and not on the server yet. `texts`: of notes and drafts, the newest first. */
export interface WaitingWorkItem {
  readonly kind: keyof typeof clientsText.waitingKinds;
  readonly count: number;
  readonly texts: readonly string[];
}

/** Maximum number of texts of one kind in the list; the number of all is shown before. */
const TEXTS_SHOWN = 3;

/** Lists the work that is not on the server yet. It is stored on this device, so that an update does not lose it. */
export const WaitingWork = ({ work }: { work: readonly WaitingWorkItem[] }) =>
  work.length === 0 ? null : (
    <section aria-label={clientsText.waitingList}>
      <Text as="p" size={14} tone="soft">
        {clientsText.waitingWork(work.reduce((sum, { count }) => sum + count, 0))}
      </Text>
      <ul className={styles.waiting}>
        {work.map(({ kind, count, texts }) => (
          <li key={kind}>
            {clientsText.waitingKind(clientsText.waitingKinds[kind], count)}
            {texts.slice(0, TEXTS_SHOWN).map((body) => (
              <Text key={body} as="p" size={14} tone="soft" className={styles.waitingText}>
                {body}
              </Text>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
