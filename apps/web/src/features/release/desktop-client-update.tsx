/** The update of the desktop client on its page: versions, progress, channel, history and log. */
import { findDesktop, type UpdateStatus } from '@shufang/desktop-bridge';
import { buttonClass, Cluster, Column, RadioOption, Section, Text } from '@shufang/ui';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { UpdateFacts, UpdateNotes, UpdateProgress, WaitingWork, type WaitingWorkItem } from './desktop-update-parts.tsx';
import styles from './release.module.css';
import { useSaveAndInstall } from './use-save-and-install.ts';

const text = clientsText.desktop;
const CHANNELS = ['stable', 'beta'] as const;

const Channel = ({ channel, phase }: Pick<UpdateStatus, 'channel' | 'phase'>) => (
  <fieldset className={styles.channel} disabled={phase === 'downloading' || phase === 'checking'}>
    <legend>{text.channel}</legend>
    <Cluster gap={20}>
      {CHANNELS.map((each) => (
        <RadioOption
          key={each}
          name="update-channel"
          value={each}
          checked={channel === each}
          onChange={() => findDesktop()?.setUpdateChannel(each)}
        >
          {text.channels[each]}
        </RadioOption>
      ))}
    </Cluster>
    <Text as="p" size={14} tone="soft">
      {text.channelHint}
    </Text>
  </fieldset>
);

const Restart = () => {
  const { state, install } = useSaveAndInstall();
  return (
    <Column gap={8} align="start">
      <button type="button" className={buttonClass()} disabled={state === 'saving'} onClick={() => void install()}>
        {text.restart}
      </button>
      {state === 'failed' ? (
        <Text as="p" size={14} role="alert" tone="accent">
          {text.saveFailed}
        </Text>
      ) : (
        <Text as="p" size={14} tone="soft">
          {text.restartHint}
        </Text>
      )}
    </Column>
  );
};

const Actions = ({ status: { phase, decision } }: { status: UpdateStatus }) => {
  const desktop = findDesktop();
  if (phase === 'checking' || phase === 'downloading') return null;
  if (phase === 'downloadComplete') return <Restart />;
  const isFound = decision !== undefined;
  return (
    <Cluster gap={12}>
      {isFound ? (
        <button type="button" className={buttonClass()} onClick={() => desktop?.checkAndUpdateAsar()}>
          {phase === 'error' ? text.retry : text.update}
        </button>
      ) : null}
      {isFound && decision !== 'mandatory' ? (
        <button type="button" className={buttonClass('quiet')} onClick={() => desktop?.skipUpdate()}>
          {text.skip}
        </button>
      ) : null}
      {isFound ? null : (
        <button type="button" className={buttonClass('quiet')} onClick={() => desktop?.checkForUpdate()}>
          {text.check}
        </button>
      )}
    </Cluster>
  );
};

/** `work`: what is on this device and not synchronized yet. */
export const DesktopClientUpdate = ({ status, work }: { status: UpdateStatus; work: readonly WaitingWorkItem[] }) => (
  <Column gap={12} align="start" className={styles.web}>
    <UpdateFacts status={status} />
    {status.isPackaged ? (
      <>
        <UpdateProgress status={status} />
        <UpdateNotes status={status} />
        <WaitingWork work={work} />
        <Actions status={status} />
        {status.skipped === undefined ? null : (
          <Text as="p" size={14} tone="soft">
            {text.skipped(status.skipped)}
          </Text>
        )}
        <Channel channel={status.channel} phase={status.phase} />
      </>
    ) : (
      <Text as="p" tone="soft">
        {text.notPackaged}
      </Text>
    )}
  </Column>
);

/** The history of the updates of this client, and its log. */
export const DesktopUpdateRecords = ({ status: { history, log, isPackaged } }: { status: UpdateStatus }) =>
  isPackaged ? (
    <Section title={text.history}>
      {history.length === 0 ? (
        <p>{text.noHistory}</p>
      ) : (
        <ul>
          {history.toReversed().map(({ version, at, outcome }) => (
            <li key={`${version}-${at}`} className={styles.past}>
              {text.historyLine(version, text.outcomes[outcome], clientsText.date(at))}
            </li>
          ))}
        </ul>
      )}
      <details className={styles.past}>
        <summary>{text.log}</summary>
        {log.length === 0 ? (
          <p>{text.logEmpty}</p>
        ) : (
          // The log scrolls, so that the keyboard must be able to focus it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <section className={styles.log} aria-label={text.logLabel} tabIndex={0}>
            <pre>{log.toReversed().join('\n')}</pre>
          </section>
        )}
      </details>
    </Section>
  ) : null;
