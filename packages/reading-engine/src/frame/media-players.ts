/** The players of sounds and videos in the documents of a book: speed, captions, transcript, and the position at which each goes on. */
import type { SegmentFrame } from '../layout/segment-frame.ts';
import type { MediaCommand, MediaReport, TranscriptLine } from '../navigator/protocol.ts';
import type { Emit } from './engine.ts';

export interface MediaPlayers {
  /** Observes the players of a document. */
  watch(frame: SegmentFrame): void;
  /** Ends the report of a player whose document is removed. */
  forget(frame: SegmentFrame): void;
  /** Sets the positions, in seconds, at which players that have not been started go on. */
  setPositions(positions: Readonly<Record<string, number>>): void;
  control(command: MediaCommand): void;
  /** Returns the lines of the captions of the current player. */
  readTranscript(): Promise<TranscriptLine[]>;
}

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
/** Interval of reports while a player plays. */
const REPORT_SECONDS = 5;
/** A position closer to the beginning or the end is not restored. */
const EDGE_SECONDS = 3;
const CAPTION_KINDS: ReadonlySet<TextTrackKind> = new Set(['captions', 'subtitles', 'descriptions']);

const isPlayer = (target: EventTarget | null): target is HTMLMediaElement => {
  const name = (target as Partial<Element> | null)?.localName;
  return name === 'audio' || name === 'video';
};

const captionsOf = (player: HTMLMediaElement): TextTrack[] => [...player.textTracks].filter(({ kind }) => CAPTION_KINDS.has(kind));

/** Returns the path of the player's file in the book; it is the same with every content ticket. */
const hrefOf = (player: HTMLMediaElement, frame: SegmentFrame): string => {
  const source = player.getAttribute('src') ?? player.querySelector('source')?.getAttribute('src') ?? '';
  return decodeURI(new URL(source, `https://book.invalid/${frame.spine.item.href}`).pathname.slice(1));
};

const titleOf = (player: HTMLMediaElement): string => {
  const caption = player.closest('figure')?.querySelector('figcaption')?.textContent;
  return (player.getAttribute('aria-label') ?? player.getAttribute('title') ?? caption ?? '').trim().slice(0, 200);
};

/** Loads the cues of a track, which the browser does only for a track that is not disabled. */
const loadCues = async (player: HTMLMediaElement, track: TextTrack): Promise<TextTrackCue[]> => {
  if (track.mode === 'disabled') track.mode = 'hidden';
  const element = [...player.querySelectorAll('track')].find((each) => each.track === track);
  if (element && element.readyState < element.LOADED) {
    await new Promise<void>((resolve) => {
      for (const name of ['load', 'error']) element.addEventListener(name, () => resolve(), { once: true });
    });
  }
  return [...(track.cues ?? [])];
};

const textOf = (cue: TextTrackCue): string =>
  'getCueAsHTML' in cue ? ((cue as VTTCue).getCueAsHTML().textContent ?? '').replace(/\s+/g, ' ').trim() : '';

export const createMediaPlayers = (emit: Emit): MediaPlayers => {
  let current: { readonly player: HTMLMediaElement; readonly frame: SegmentFrame } | undefined;
  let positions: Readonly<Record<string, number>> = {};
  let reportedAt = 0;
  /** Players that were started or moved by the user, which are not moved to a stored position. */
  const started = new WeakSet<HTMLMediaElement>();
  const watched = new Set<SegmentFrame>();

  const report = (): void => {
    if (current === undefined) {
      emit('media', { player: null });
      return;
    }
    const { player, frame } = current;
    reportedAt = player.currentTime;
    const captions = captionsOf(player).map(({ label, language, mode }) => ({ label, language, isShown: mode === 'showing' }));
    const state: MediaReport = {
      href: hrefOf(player, frame),
      kind: player.localName === 'video' ? 'video' : 'audio',
      title: titleOf(player),
      isPlaying: !player.paused && !player.ended,
      seconds: player.currentTime,
      durationSeconds: Number.isFinite(player.duration) ? player.duration : 0,
      rate: player.playbackRate,
      captions,
    };
    emit('media', { player: state });
  };

  const restore = (player: HTMLMediaElement, frame: SegmentFrame): void => {
    const seconds = positions[hrefOf(player, frame)];
    if (seconds === undefined || started.has(player) || player.readyState < player.HAVE_METADATA) return;
    if (seconds > EDGE_SECONDS && seconds < player.duration - EDGE_SECONDS) player.currentTime = seconds;
  };
  const restoreAll = (frame: SegmentFrame): void => {
    for (const player of frame.document.querySelectorAll<HTMLMediaElement>('audio, video')) restore(player, frame);
  };

  const setRate = (player: HTMLMediaElement, step: 1 | -1): void => {
    const at = RATES.findIndex((rate) => rate >= player.playbackRate);
    player.playbackRate = RATES[Math.min(RATES.length - 1, Math.max(0, at + step))] ?? 1;
  };
  /** Shows the captions with this number; without a number, none. */
  const showCaptions = (player: HTMLMediaElement, n: number | undefined): void => {
    for (const [index, track] of captionsOf(player).entries()) track.mode = index === n ? 'showing' : 'hidden';
  };

  const handleKey = (event: KeyboardEvent): void => {
    if (!isPlayer(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const player = event.target;
    if (event.key === '.' || event.key === '>') setRate(player, 1);
    else if (event.key === ',' || event.key === '<') setRate(player, -1);
    else if (event.key.toLowerCase() === 'c')
      showCaptions(player, captionsOf(player).some(({ mode }) => mode === 'showing') ? undefined : 0);
    else return;
    event.preventDefault();
    if (current?.player === player) report();
  };

  return {
    watch: (frame) => {
      watched.add(frame);
      const { document: doc } = frame;
      const follow = ({ target }: Event): void => {
        if (!isPlayer(target)) return;
        started.add(target);
        if (current && current.player !== target) current.player.pause();
        current = { player: target, frame };
        report();
      };
      const reportCurrent = ({ target }: Event): void => {
        if (target === current?.player) report();
      };
      doc.addEventListener('loadedmetadata', ({ target }) => isPlayer(target) && restore(target, frame), { capture: true });
      doc.addEventListener('play', follow, { capture: true });
      for (const name of ['pause', 'ended', 'ratechange', 'seeked']) doc.addEventListener(name, reportCurrent, { capture: true });
      doc.addEventListener(
        'timeupdate',
        ({ target }) => {
          if (target === current?.player && Math.abs(current.player.currentTime - reportedAt) >= REPORT_SECONDS) report();
        },
        { capture: true },
      );
      doc.addEventListener('keydown', handleKey, { capture: true });
      restoreAll(frame);
    },
    forget: (frame) => {
      watched.delete(frame);
      if (current?.frame !== frame) return;
      current = undefined;
      report();
    },
    setPositions: (stored) => {
      positions = stored;
      for (const frame of watched) restoreAll(frame);
    },
    control: (command) => {
      const player = current?.player;
      if (!player) return;
      if (command.action === 'rate') player.playbackRate = command.rate;
      else if (command.action === 'captions') showCaptions(player, command.n);
      else if (command.action === 'seek') player.currentTime = command.seconds;
      else if (command.action === 'close') {
        player.pause();
        current = undefined;
      } else if (player.paused) void player.play();
      else player.pause();
      report();
    },
    readTranscript: async () => {
      const player = current?.player;
      const tracks = player ? captionsOf(player) : [];
      const track = tracks.find(({ mode }) => mode === 'showing') ?? tracks[0];
      if (!player || !track) return [];
      return (await loadCues(player, track))
        .map((cue) => ({ seconds: cue.startTime, text: textOf(cue) }))
        .filter(({ text }) => text !== '');
    },
  };
};
