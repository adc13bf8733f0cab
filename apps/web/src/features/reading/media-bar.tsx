/** The bar below the page for the sound or video of the book that was started last: speed, captions, transcript. */
import { IconPlayerPause, IconPlayerPlay, IconX } from '@shufang/icons';
import type { MediaReport, Navigator, TranscriptLine } from '@shufang/reading-engine';
import { Button, IconButton, ModalDialog, Select, Text } from '@shufang/ui';
import { useEffect, useState } from 'react';
import { mediaText as text } from '../../platform/messages/zh-cn/media.ts';
import styles from './media.module.css';
import { reportUnlessClosed } from './report-unless-closed.ts';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const NO_CAPTIONS = 'none';

export interface MediaBarProps {
  player: MediaReport;
  navigator: Pick<Navigator, 'controlMedia' | 'readTranscript'>;
}

interface TranscriptProps {
  navigator: MediaBarProps['navigator'];
  title: string;
  onSeek: (seconds: number) => void;
  onClose: () => void;
}

const Transcript = ({ navigator, title, onSeek, onClose }: TranscriptProps) => {
  const [lines, setLines] = useState<readonly TranscriptLine[]>();
  useEffect(() => {
    let isCurrent = true;
    const show = (read: readonly TranscriptLine[]): void => {
      if (isCurrent) setLines(read);
    };
    navigator.readTranscript().then(show, () => show([]));
    return () => {
      isCurrent = false;
    };
  }, [navigator]);
  return (
    <ModalDialog title={title} onClose={onClose}>
      {lines === undefined && <Text role="status">{text.loading}</Text>}
      {lines?.length === 0 && <Text role="alert">{text.noTranscript}</Text>}
      {lines !== undefined && lines.length > 0 && (
        <>
          <Text as="p" size={13} tone="soft">
            {text.transcriptHint}
          </Text>
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={line.seconds}>
                <button type="button" className={styles.line} onClick={() => onSeek(line.seconds)}>
                  <span className={styles.time}>{text.time(line.seconds)}</span>
                  <span>{line.text}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </ModalDialog>
  );
};

export const MediaBar = ({ player, navigator }: MediaBarProps) => {
  const [isTranscriptOpen, setTranscriptOpen] = useState(false);
  const { captions, rate, isPlaying } = player;
  const title = player.title || text.kinds[player.kind];
  const shown = captions.findIndex(({ isShown }) => isShown);
  const control = (command: Parameters<Navigator['controlMedia']>[0]): void => void reportUnlessClosed(navigator.controlMedia(command));
  const Toggle = isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <section className={styles.bar} aria-label={text.bar}>
      <IconButton name={isPlaying ? text.pause : text.play} onClick={() => control({ action: 'toggle' })}>
        <Toggle size={20} stroke={1.6} aria-hidden />
      </IconButton>
      <Text size={13} className={styles.title}>
        {title}
      </Text>
      <Select aria-label={text.rate} value={String(rate)} onChange={(value) => control({ action: 'rate', rate: Number(value) })}>
        {[...new Set([...RATES, rate])].map((value) => (
          <option key={value} value={value}>
            {text.rateOf(value)}
          </option>
        ))}
      </Select>
      {captions.length > 0 && (
        <>
          <Select
            aria-label={text.captions}
            value={shown === -1 ? NO_CAPTIONS : String(shown)}
            onChange={(value) => control({ action: 'captions', ...(value === NO_CAPTIONS ? {} : { n: Number(value) }) })}
          >
            <option value={NO_CAPTIONS}>{text.noCaptions}</option>
            {captions.map(({ label, language }, n) => (
              <option key={`${language}-${label}`} value={n}>
                {text.captionsOf(label, language)}
              </option>
            ))}
          </Select>
          <Button variant="quiet" onClick={() => setTranscriptOpen(true)}>
            {text.transcript}
          </Button>
        </>
      )}
      <IconButton name={text.close} onClick={() => control({ action: 'close' })}>
        <IconX size={20} stroke={1.6} aria-hidden />
      </IconButton>
      {isTranscriptOpen && (
        <Transcript
          navigator={navigator}
          title={`${text.transcript} · ${title}`}
          onSeek={(seconds) => control({ action: 'seek', seconds })}
          onClose={() => setTranscriptOpen(false)}
        />
      )}
    </section>
  );
};
