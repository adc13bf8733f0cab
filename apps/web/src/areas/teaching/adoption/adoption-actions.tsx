/** What a teacher may do with an adoption list: submit it, withdraw it, change its term, delete it and print it. */
import { type AdoptionList, deleteAdoptionList, submitAdoptionList, withdrawAdoptionList } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { adoptionsQuery } from '../../../features/adoption/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { adoptionText as text } from '../../../platform/messages/zh-cn/adoption.ts';
import { useSession } from '../../../platform/session/session.ts';
import { AdoptionListDialog } from './adoption-list-dialog.tsx';

type Action = 'submit' | 'withdraw' | 'delete';

const QUESTIONS = {
  submit: { title: text.submitTitle, lead: text.submitLead, confirm: text.submit, cancel: text.stay },
  withdraw: { title: text.withdrawTitle, lead: text.withdrawLead, confirm: text.withdraw, cancel: text.keepSubmitted },
  delete: { title: text.deleteTitle, lead: text.deleteLead, confirm: text.delete, cancel: text.keepList },
} as const satisfies Record<Action, object>;

const OPERATIONS = { submit: submitAdoptionList, withdraw: withdrawAdoptionList, delete: deleteAdoptionList } as const;

export const AdoptionActions = ({ list, isEditable }: { list: AdoptionList; isEditable: boolean }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(adoptionsQuery(userId));
  const [asked, setAsked] = useState<Action>();
  const [isEditing, setEditing] = useState(false);
  const changing = useMutation({
    mutationFn: async (action: Action): Promise<Action> => {
      await call(OPERATIONS[action], { id: list.id });
      return action;
    },
    onSuccess: async (action) => {
      if (action === 'delete') await navigate('/user/teacher/adoption');
    },
    onSettled: () => {
      setAsked(undefined);
      return queryClient.invalidateQueries({ queryKey: ['adoption'] });
    },
  });
  const question = asked === undefined ? undefined : QUESTIONS[asked];
  return (
    <Cluster gap={12} role="group" aria-label={text.actions}>
      {isEditable ? (
        <>
          <button type="button" className={buttonClass()} onClick={() => setAsked('submit')}>
            {text.submit}
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={() => setEditing(true)}>
            {text.editList}
          </button>
        </>
      ) : null}
      {list.status === 'submitted' || list.status === 'confirmed' ? (
        <button type="button" className={buttonClass('quiet')} onClick={() => setAsked('withdraw')}>
          {text.withdraw}
        </button>
      ) : null}
      <button type="button" className={buttonClass('quiet')} onClick={() => globalThis.print()}>
        {text.print}
      </button>
      {isEditable ? (
        <button type="button" className={buttonClass('quietDanger')} onClick={() => setAsked('delete')}>
          {text.delete}
        </button>
      ) : null}
      {asked === undefined || question === undefined ? null : (
        <ConfirmDialog
          title={question.title}
          confirmLabel={question.confirm}
          cancelLabel={question.cancel}
          isBusy={changing.isPending}
          isDestructive={asked !== 'submit'}
          onConfirm={() => changing.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{question.lead}</p>
        </ConfirmDialog>
      )}
      {isEditing ? (
        <AdoptionListDialog
          list={list}
          institutions={data?.institutions ?? []}
          onSaved={() => setEditing(false)}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </Cluster>
  );
};
