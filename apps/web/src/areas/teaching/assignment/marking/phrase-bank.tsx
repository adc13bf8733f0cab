/** A teacher's own phrases: a press puts one into the comment; the comment can become a phrase, and phrases are removed. */
import { LIMITS, saveMarkingPhrases } from '@shufang/contract';
import { IconX } from '@shufang/icons';
import { buttonClass, Cluster, IconButton, LoadFailure, Stack, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/api/client.ts';
import { markingText as text } from '../../../../platform/messages/zh-cn/marking.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { phrasesQuery } from './queries.ts';

interface PhraseBankProps {
  /** The comment as it is typed. */
  readonly comment: string;
  readonly onUse: (phrase: string) => void;
}

export const PhraseBank = ({ comment, onUse }: PhraseBankProps) => {
  const userId = useSession((session) => session.userId);
  const queryClient = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const { data, isError, refetch } = useQuery(phrasesQuery(userId));
  const saving = useMutation({
    mutationFn: (phrases: readonly string[]) => call(saveMarkingPhrases, { phrases: [...phrases] }),
    onSuccess: (stored) => queryClient.setQueryData(phrasesQuery(userId).queryKey, stored),
  });
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.phrases)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : null;
  }
  const { phrases } = data;
  const typed = comment.trim();
  const canAdd =
    typed !== '' && typed.length <= LIMITS.markingPhraseChars && !phrases.includes(typed) && phrases.length < LIMITS.markingPhrasesMax;
  const save = (next: readonly string[]): void => {
    if (!saving.isPending) saving.mutate(next);
  };
  return (
    <Stack gap={8} as="section" aria-label={text.phrases}>
      <Text as="p" size={14} tone="soft">
        {phrases.length === 0 ? text.noPhrases : text.phrasesLead}
      </Text>
      <Cluster gap={8} align="center">
        {phrases.map((phrase) =>
          isEditing ? (
            <Cluster key={phrase} gap={4} align="center">
              <span>{phrase}</span>
              <IconButton name={text.removePhrase(phrase)} onClick={() => save(phrases.filter((each) => each !== phrase))}>
                <IconX size={16} aria-hidden />
              </IconButton>
            </Cluster>
          ) : (
            <button key={phrase} type="button" className={buttonClass('quiet')} onClick={() => onUse(phrase)}>
              {phrase}
            </button>
          ),
        )}
      </Cluster>
      <Cluster gap={12}>
        {canAdd ? (
          <button type="button" className={buttonClass('quiet')} onClick={() => save([...phrases, typed])}>
            {text.addPhrase}
          </button>
        ) : null}
        {phrases.length === 0 ? null : (
          <button type="button" className={buttonClass('quiet')} aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
            {isEditing ? text.donePhrases : text.editPhrases}
          </button>
        )}
      </Cluster>
    </Stack>
  );
};
