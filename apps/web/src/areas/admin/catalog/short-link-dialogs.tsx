/** Dialogs that create short codes, one for each target, and redirect an existing code. */
import { createShortLinks, isProductPath, retargetShortLink, type ShortLink } from '@shufang/contract';
import { buttonClass, Cluster, DialogActions, ModalDialog, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { saveFile } from '../../../platform/api/save-file.ts';
import { anyOf } from '../../../platform/forms/chosen.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import styles from './admin-short-links.module.css';
import { type LinkTarget, LinkTargetField } from './link-target.tsx';
import { linksCsv } from './links-csv.ts';

const { links: text, home: homeText } = adminCatalogText;
const LABEL_CHARS = 120;

const linkFields = z.object({
  targets: anyOf<readonly LinkTarget[]>()
    .refine((targets) => targets.length > 0, text.targetNeeded)
    .refine(([first]) => first?.targetType !== 'page' || isProductPath(first.targetId.trim()), homeText.pageWrong),
  label: z.string().trim(),
  fallbackUrl: z
    .string()
    .trim()
    .refine((path) => path === '' || isProductPath(path), text.fallbackWrong),
});
type LinkInput = z.output<typeof linkFields>;

interface LinkFormProps {
  readonly existing?: ShortLink;
  readonly isBusy: boolean;
  readonly onSend: (input: LinkInput) => void;
  readonly onClose: () => void;
}

const LinkForm = ({ existing, isBusy, onSend, onClose }: LinkFormProps) => {
  const form = useForm({
    initial: (): LinkInput => ({ targets: [], label: existing?.label ?? '', fallbackUrl: existing?.fallbackUrl ?? '' }),
    schema: linkFields,
  });
  const { errors } = form;
  const { value: targets, onChange: changeTargets, ref: targetRef } = form.register('targets');
  const handleSubmit = form.handleSubmit((fields) => {
    if (!isBusy) onSend(fields);
  });
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
      <LinkTargetField
        targets={targets}
        isSingle={existing !== undefined}
        errorText={errors.targets?.message}
        fieldRef={targetRef}
        onTargets={changeTargets}
      />
      <TextField
        label={text.label}
        hint={existing === undefined ? text.labelHint : undefined}
        maxLength={LABEL_CHARS}
        {...form.register('label')}
      />
      <TextField
        label={text.fallback}
        hint={text.fallbackHint}
        error={errors.fallbackUrl?.message}
        maxLength={500}
        {...form.register('fallbackUrl')}
      />
      <DialogActions
        cancelLabel={adminText.cancel}
        submitLabel={existing === undefined ? text.make(targets.length) : text.saveTarget}
        isBusy={isBusy}
        onCancel={onClose}
      />
    </Stack>
  );
};

const useRefresh = (): (() => Promise<void>) => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['catalog', 'short-links'] });
};

/** Returns the label of a short code. With several targets, it contains the name of the chapter, so that labels differ. */
const labelOf = (label: string, { name }: LinkTarget, isOne: boolean): string =>
  (isOne ? label : [label, name].filter((part) => part !== '').join(' · ')).slice(0, LABEL_CHARS);

export const MakeLinks = ({ onClose }: { onClose: () => void }) => {
  const refresh = useRefresh();
  const making = useMutation({
    mutationFn: ({ targets, label, fallbackUrl }: LinkInput) =>
      call(createShortLinks, {
        links: targets.map((target) => ({
          targetType: target.targetType,
          targetId: target.targetId.trim(),
          label: labelOf(label, target, targets.length === 1),
          fallbackUrl,
        })),
      }),
    onSuccess: refresh,
  });
  const made = making.data?.items;
  if (made === undefined) {
    return (
      <ModalDialog title={text.createTitle} onClose={onClose}>
        <LinkForm isBusy={making.isPending} onSend={making.mutate} onClose={onClose} />
      </ModalDialog>
    );
  }
  return (
    <ModalDialog title={text.madeTitle(made.length)} onClose={onClose}>
      <ul className={styles.made}>
        {made.map(({ code, label }) => (
          <li key={code}>
            <span className={styles.code}>{code}</span>
            <span>{label}</span>
          </li>
        ))}
      </ul>
      <Cluster gap={12} justify="end">
        <button type="button" className={buttonClass('quiet')} onClick={() => saveFile(text.csvName, linksCsv(made))}>
          {text.downloadCsv}
        </button>
        <button type="button" className={buttonClass()} onClick={onClose}>
          {adminText.close}
        </button>
      </Cluster>
    </ModalDialog>
  );
};

export const RetargetLink = ({ link, onClose }: { link: ShortLink; onClose: () => void }) => {
  const refresh = useRefresh();
  const saving = useMutation({
    mutationFn: ({ targets: [target], label, fallbackUrl }: LinkInput) =>
      call(retargetShortLink, {
        code: link.code,
        targetType: target?.targetType ?? 'book',
        targetId: target?.targetId.trim() ?? '',
        label,
        fallbackUrl,
      }),
    onSuccess: async () => {
      onClose();
      await refresh();
    },
  });
  return (
    <ModalDialog title={text.retargetOf(link.code)} onClose={onClose}>
      <LinkForm existing={link} isBusy={saving.isPending} onSend={saving.mutate} onClose={onClose} />
    </ModalDialog>
  );
};
