/** Dialog that looks up the words with which a passage begins in the operator's dictionaries, and translates the passage. */
import {
  type DictionaryEntry,
  type getLookUps,
  LIMITS,
  lookUpText as lookUpInDictionary,
  type OutputOf,
  translateText,
} from '@shufang/contract';
import { buttonClass, Cluster, ModalDialog, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { lookUpText as text } from '../../platform/messages/zh-cn/look-up.ts';
import styles from './look-up.module.css';

interface QueryProps {
  readonly isError: boolean;
  readonly onRetry: () => void;
}

const Waiting = ({ isError, onRetry }: QueryProps) =>
  isError ? (
    <Stack role="alert" gap={8} justifyItems="start">
      <p>{text.failed}</p>
      <button type="button" className={buttonClass('quiet')} onClick={onRetry}>
        {text.retry}
      </button>
    </Stack>
  ) : (
    <Text as="p" role="status" tone="soft">
      {text.loading}
    </Text>
  );

const Entry = ({ headword, pinyin, definitions, source, license }: DictionaryEntry) => (
  <li>
    <p>
      <b className={styles.headword}>{headword}</b>
      {pinyin === undefined ? null : <span className={styles.pinyin}>{pinyin}</span>}
    </p>
    <ol>
      {definitions.map((definition) => (
        <li key={definition}>{definition}</li>
      ))}
    </ol>
    <small>{text.source(source, license)}</small>
  </li>
);

const Dictionary = ({ passage }: { passage: string }) => {
  const sought = [...passage].slice(0, LIMITS.lookUpChars / 2).join('');
  const { data, isError, refetch } = useQuery({
    queryKey: ['look-up', sought],
    queryFn: ({ signal }) => call(lookUpInDictionary, { text: sought }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { claims: true },
  });
  if (data === undefined) return <Waiting isError={isError} onRetry={() => void refetch()} />;
  if (data.entries.length === 0) return <p role="status">{text.nothing}</p>;
  return (
    <ul className={styles.entries}>
      {data.entries.map((entry, index) => (
        // The same word can occur several times, with different pinyin.
        <Entry key={`${entry.headword} ${index}`} {...entry} />
      ))}
    </ul>
  );
};

const Translation = ({ passage, isFirst }: { passage: string; isFirst: boolean }) => {
  const [isWanted, setWanted] = useState(isFirst);
  const isTooLong = passage.length > LIMITS.translationChars;
  const { data, isError, refetch } = useQuery({
    queryKey: ['translation', passage],
    queryFn: ({ signal }) => call(translateText, { text: passage }, { signal }),
    enabled: isWanted && !isTooLong,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { claims: true },
  });
  if (isTooLong) return <p>{text.tooLong(LIMITS.translationChars)}</p>;
  if (!isWanted) {
    return (
      <button type="button" className={buttonClass('quiet')} onClick={() => setWanted(true)}>
        {text.translate}
      </button>
    );
  }
  if (data === undefined) return <Waiting isError={isError} onRetry={() => void refetch()} />;
  return <p role="status">{data.text}</p>;
};

interface LookUpDialogProps {
  readonly passage: string;
  readonly offered: OutputOf<typeof getLookUps>;
  readonly name: string;
  readonly onClose: () => void;
}

export const LookUpDialog = ({ passage, offered, name, onClose }: LookUpDialogProps) => (
  <ModalDialog title={name} onClose={onClose}>
    <Stack gap={16} className={styles.dialog}>
      <blockquote className={styles.passage}>{passage}</blockquote>
      {/* A text that scrolls can be reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.results} tabIndex={0} role="group" aria-label={name}>
        {offered.hasDictionary ? <Dictionary passage={passage} /> : null}
        {offered.hasTranslation ? <Translation passage={passage} isFirst={!offered.hasDictionary} /> : null}
      </div>
      <Cluster gap={12} justify="end">
        <button type="button" className={buttonClass()} onClick={onClose}>
          {text.close}
        </button>
      </Cluster>
    </Stack>
  </ModalDialog>
);
