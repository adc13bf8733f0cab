/** What a teacher may change of a member: the group, the office of the class representative, and the right of a co-teacher. */
import { type ClassGroup, type ClassMember, LIMITS, setCoTeacher, updateClassMember } from '@shufang/contract';
import { buttonClass, Checkbox, DialogActions, ModalDialog, Stack, Text, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { classText as text } from '../../platform/messages/zh-cn/class.ts';

interface MemberDialogProps {
  readonly group: ClassGroup;
  readonly member: ClassMember;
  readonly onClose: () => void;
}

const MakeCoTeacher = ({ group, member, onClose }: MemberDialogProps) => {
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: () => call(setCoTeacher, { classId: group.id, userId: member.userId, right: 'view' }),
    onSuccess: () => {
      onClose();
      return refreshClasses(queryClient);
    },
  });
  return (
    <Stack gap={8} justifyItems="start">
      <Text as="p" size={14} tone="soft">
        {text.coTeacherLead}
      </Text>
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-disabled={changing.isPending}
        onClick={() => {
          if (!changing.isPending) changing.mutate();
        }}
      >
        {text.makeCoTeacher}
      </button>
    </Stack>
  );
};

export const MemberDialog = ({ group, member, onClose }: MemberDialogProps) => {
  const queryClient = useQueryClient();
  const [isRepresentative, setRepresentative] = useState(member.isRepresentative);
  const form = useForm({ initial: { group: member.group ?? '' } });
  const saving = useMutation({
    mutationFn: (fields: { group: string }) =>
      call(updateClassMember, { classId: group.id, userId: member.userId, isRepresentative, ...fields }),
    onSuccess: () => {
      onClose();
      return refreshClasses(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  return (
    <ModalDialog title={text.memberTitle(member.name)} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextField label={text.groupField} hint={text.groupHint} maxLength={LIMITS.memberGroupChars} {...form.register('group')} />
        <Stack gap={4}>
          <Checkbox label={text.representative} checked={isRepresentative} onChange={({ target }) => setRepresentative(target.checked)} />
          <Text as="p" size={14} tone="soft">
            {text.representativeHint}
          </Text>
        </Stack>
        {group.role === 'teacher' ? <MakeCoTeacher group={group} member={member} onClose={onClose} /> : null}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
