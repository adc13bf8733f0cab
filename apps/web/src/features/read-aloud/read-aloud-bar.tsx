/** The control bar of reading aloud, below the page. */
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward, IconX } from '@shufang/icons';
import { Button, IconButton, Row, Select, Text } from '@shufang/ui';
import { readAloudText } from '../../platform/messages/zh-cn/read-aloud.ts';
import type { ReaderState, SleepTimer } from './create-reader.ts';
import styles from './read-aloud.module.css';
import { RATES } from './read-aloud-settings.ts';
import { isChinese, type Voice } from './voice.ts';

export interface ReadAloudBarProps {
  state: ReaderState;
  voices: readonly Voice[];
  /** Whether further voices are being loaded, so that none does not mean that there are none. */
  isLoadingVoices: boolean;
  voice: Voice | undefined;
  onToggle: () => void;
  onPrevious: () => void;
  onNext: () => void;
  onFollow: () => void;
  onRate: (rate: number) => void;
  onVoice: (id: string) => void;
  onTimer: (timer: SleepTimer) => void;
  onReadsNotes: (readsNotes: boolean) => void;
  onClose: () => void;
}

const TIMERS: readonly SleepTimer[] = ['off', '15', '30', '60', 'chapter'];

/** What is said, or why nothing is. */
const StateLine = ({ state, voices }: Pick<ReadAloudBarProps, 'state' | 'voices'>) => {
  const isFailure = state.status === 'voiceFailed' || state.status === 'textFailed';
  const line = state.status === 'playing' ? (state.sentence?.text ?? '') : readAloudText[state.status];
  return (
    <div className={styles.line}>
      {/* The sentence itself is not announced: a screen reader would speak over the voice. */}
      <Text
        as="p"
        size={13}
        tone="soft"
        className={styles.said}
        role={isFailure ? 'alert' : undefined}
        data-failure={isFailure || undefined}
      >
        {line}
      </Text>
      {voices.length > 0 && !voices.some((voice) => voice.source === 'book' || isChinese(voice)) && (
        <Text as="p" size={13} tone="soft" role="status">
          {readAloudText.noChineseVoice}
        </Text>
      )}
    </div>
  );
};

const SOURCES = ['book', 'device', 'operator'] as const;

const VoiceGroup = ({ source, voices }: { source: Voice['source']; voices: readonly Voice[] }) => {
  const own = voices.filter((voice) => voice.source === source);
  return own.length === 0 ? null : (
    <optgroup label={readAloudText.voiceSources[source]}>
      {own.map(({ id, name, language }) => (
        <option key={id} value={id}>
          {source === 'book' || name === language ? name : `${name}（${language}）`}
        </option>
      ))}
    </optgroup>
  );
};

const Choices = ({ state, voices, voice, onRate, onVoice, onTimer, onReadsNotes }: ReadAloudBarProps) => (
  <div className={styles.choices}>
    <Select aria-label={readAloudText.rate} value={String(state.settings.rate)} onChange={(value) => onRate(Number(value))}>
      {RATES.map((value) => (
        <option key={value} value={value}>
          {readAloudText.rateOf(value)}
        </option>
      ))}
    </Select>
    <Select aria-label={readAloudText.voice} className={styles.voice} value={voice?.id ?? ''} onChange={onVoice}>
      {SOURCES.map((source) => (
        <VoiceGroup key={source} source={source} voices={voices} />
      ))}
    </Select>
    <Select aria-label={readAloudText.timer} value={state.timer} onChange={(value) => onTimer(value as SleepTimer)}>
      {TIMERS.map((timer) => (
        <option key={timer} value={timer}>
          {readAloudText.timers[timer]}
        </option>
      ))}
    </Select>
    <Select
      aria-label={readAloudText.notes}
      value={state.settings.readsNotes === true ? 'read' : 'skip'}
      onChange={(value) => onReadsNotes(value === 'read')}
    >
      <option value="skip">{readAloudText.skipsNotes}</option>
      <option value="read">{readAloudText.readsNotes}</option>
    </Select>
  </div>
);

export const ReadAloudBar = (props: ReadAloudBarProps) => {
  const { state, voices, isLoadingVoices, onToggle, onPrevious, onNext, onFollow, onClose } = props;
  const isPlaying = state.status === 'playing' || state.status === 'loading';
  return (
    <section className={styles.bar} aria-label={readAloudText.bar} data-read-aloud>
      {voices.length === 0 && isLoadingVoices && (
        <Text as="p" size={13} tone="soft" role="status" className={styles.notice}>
          {readAloudText.loading}
        </Text>
      )}
      {voices.length === 0 && !isLoadingVoices && (
        <div className={styles.notice} role="alert">
          <Text as="p" weight={600}>
            {readAloudText.noVoice}
          </Text>
          <Text as="p" size={13} tone="soft">
            {readAloudText.noVoiceHelp}
          </Text>
        </div>
      )}
      {voices.length > 0 && (
        <>
          <Row align="center">
            <IconButton name={readAloudText.previous} shortcut="[" disabled={!state.sentence} onClick={onPrevious}>
              <IconPlayerSkipBack size={20} stroke={1.6} aria-hidden />
            </IconButton>
            <IconButton name={isPlaying ? readAloudText.pause : readAloudText.play} shortcut="R" className={styles.play} onClick={onToggle}>
              {isPlaying ? <IconPlayerPause size={22} stroke={1.6} aria-hidden /> : <IconPlayerPlay size={22} stroke={1.6} aria-hidden />}
            </IconButton>
            <IconButton name={readAloudText.next} shortcut="]" disabled={!state.sentence} onClick={onNext}>
              <IconPlayerSkipForward size={20} stroke={1.6} aria-hidden />
            </IconButton>
          </Row>
          <StateLine state={state} voices={voices} />
          {state.isAway && (
            <Button size="xs" variant="quiet" onClick={onFollow}>
              {readAloudText.follow}
            </Button>
          )}
          <Choices {...props} />
        </>
      )}
      <IconButton name={readAloudText.close} onClick={onClose}>
        <IconX size={20} stroke={1.6} aria-hidden />
      </IconButton>
    </section>
  );
};
