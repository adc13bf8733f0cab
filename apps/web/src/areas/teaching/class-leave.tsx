/** The button by which a student or a co-teacher leaves a class, after a question. */
import { type ClassGroup, leaveClass } from '@shufang/contract';
import { buttonClass, ConfirmDialog } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { refreshRights } from '../../features/activation-code/queries.ts';
import { refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';

export const ClassLeave = ({ group: { id, name } }: { group: ClassGroup }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const leaving = useMutation({
    mutationFn: () => call(leaveClass, { classId: id }),
    onSuccess: async () => {
      await navigate('/user#classes');
      await Promise.all([refreshClasses(queryClient), refreshRights(queryClient)]);
    },
  });
  return (
    <>
      <p>
        <button type="button" className={buttonClass('quietDanger')} onClick={() => setAsks(true)}>
          {text.leave}
        </button>
      </p>
      {asks ? (
        <ConfirmDialog
          title={text.leaveTitle(name)}
          confirmLabel={text.leave}
          cancelLabel={text.cancel}
          isBusy={leaving.isPending}
          isDestructive
          onConfirm={() => leaving.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{text.leaveLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};
