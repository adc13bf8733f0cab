/** Dialogs that create short codes, one for each target, and redirect an existing code. */
import { createShortLinks, isProductPath, retargetShortLink, type ShortLink } from '@shufang/contract';
import { buttonClass, Cluster, DialogActions, ModalDialog, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { saveFile } from '../../../platform/api/save-file.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import styles from './admin-short-links.module.css';
import { type LinkTarget, LinkTargetField } from './link-target.tsx';
import { linksCsv } from './links-csv.ts';

const { links: text, home: homeText } = adminCatalogText;
const LABEL_CHARS = 120;

const targetErrorOf = (targets: readonly LinkTarget[]): string | undefined => {
  const [first] = targets;
  if (first === undefined) return text.targetNeeded;
  return first.targetType === 'page' && !isProductPath(first.targetId.trim()) ? homeText.pageWrong : undefined;
};

interface LinkInput {
  readonly targets: readonly LinkTarget[];
  readonly label: string;
  readonly fallbackUrl: string;
}

interface LinkFormProps {
  readonly existing?: ShortLink;
  readonly isBusy: boolean;
  readonly onSend: (input: LinkInput) => void;
  readonly onClose: () => void;
}

const LinkForm = ({ existing, isBusy, onSend, onClose }: LinkFormProps) => {
  const [targets, setTargets] = useState<readonly LinkTarget[]>([]);
  const [label, setLabel] = useState(existing?.label ?? '');
  const [fallbackUrl, setFallbackUrl] = useState(existing?.fallbackUrl ?? '');
  const [isTried, setTried] = useState(false);
  const targetError = targetErrorOf(targets);
  const fallbackError = fallbackUrl.trim() === '' || isProductPath(fallbackUrl.trim()) ? undefined : text.fallbackWrong;
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (targetError === undefined && fallbackError === undefined && !isBusy)
      onSend({ targets, label: label.trim(), fallbackUrl: fallbackUrl.trim() });
  };
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
      <LinkTargetField
        targets={targets}
        isSingle={existing !== undefined}
        errorText={isTried ? targetError : undefined}
        onTargets={setTargets}
      />
      <TextField
        label={text.label}
        hint={existing === undefined ? text.labelHint : undefined}
        maxLength={LABEL_CHARS}
        value={label}
        onChange={setLabel}
      />
      <TextField
        label={text.fallback}
        hint={text.fallbackHint}
        error={isTried ? fallbackError : undefined}
        maxLength={500}
        value={fallbackUrl}
        onChange={setFallbackUrl}
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
