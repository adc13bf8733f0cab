/** Dialog in which a teacher chooses which columns the students see. */
import { type GradeSchemeRecord, releaseGrades } from '@shufang/contract';
import { buttonClass, CheckboxOption, Cluster, ModalDialog, Stack } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import { orderedColumns } from './grade-value.ts';

interface ReleaseDialogProps {
  readonly classId: string;
  readonly scheme: GradeSchemeRecord;
  readonly onChanged: (scheme: GradeSchemeRecord) => void;
  readonly onClose: () => void;
}

export const ReleaseDialog = ({ classId, scheme, onChanged, onClose }: ReleaseDialogProps) => {
  const releasing = useMutation({
    mutationFn: ({ columnId, isReleased }: { columnId: string; isReleased: boolean }) =>
      call(releaseGrades, { classId, columnIds: [columnId], isReleased }),
    onSuccess: onChanged,
  });
  return (
    <ModalDialog title={text.releaseTitle} onClose={onClose}>
      <Stack gap={16}>
        <p>{text.releaseLead}</p>
        <Stack gap={8}>
          {orderedColumns(scheme).map(({ id, title, isReleased, assignmentId }) =>
            assignmentId === undefined ? (
              <CheckboxOption
                key={id}
                checked={isReleased}
                disabled={releasing.isPending}
                onChange={(checked) => releasing.mutate({ columnId: id, isReleased: checked })}
              >
                {text.releaseOf(title)}
              </CheckboxOption>
            ) : (
              <p key={id}>{text.releasedByAssignment(title)}</p>
            ),
          )}
        </Stack>
        <Cluster justify="end">
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {text.close}
          </button>
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};
