/** Makes short codes, one for each chosen target, and leads a printed one elsewhere. */
import { createShortLinks, retargetShortLink, type ShortLink } from '@shufang/contract';
import { buttonClass, DialogActions, ModalDialog, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { saveFile } from '../../platform/api/save-file.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import styles from './desk-short-links.module.css';
import { type LinkTarget, LinkTargetField } from './link-target.tsx';
import { linksCsv } from './links-csv.ts';

const { links: text, home: homeText } = deskCatalogueText;
const LABEL_CHARS = 120;
const OWN_ADDRESS = /^\/(?![/\\])/;

const faultOf = (targets: readonly LinkTarget[]): string | undefined => {
  const [first] = targets;
  if (first === undefined) return text.targetNeeded;
  return first.targetType === 'page' && !OWN_ADDRESS.test(first.targetId.trim()) ? homeText.pageWrong : undefined;
};

interface LinkWish {
  readonly targets: readonly LinkTarget[];
  readonly label: string;
  readonly fallbackUrl: string;
}

interface LinkFormProps {
  readonly known?: ShortLink;
  readonly isBusy: boolean;
  readonly onSend: (wish: LinkWish) => void;
  readonly onClose: () => void;
}

const LinkForm = ({ known, isBusy, onSend, onClose }: LinkFormProps) => {
  const [targets, setTargets] = useState<readonly LinkTarget[]>([]);
  const [label, setLabel] = useState(known?.label ?? '');
  const [fallbackUrl, setFallbackUrl] = useState(known?.fallbackUrl ?? '');
  const [isTried, setTried] = useState(false);
  const targetFault = faultOf(targets);
  const fallbackFault = fallbackUrl.trim() === '' || OWN_ADDRESS.test(fallbackUrl.trim()) ? undefined : text.fallbackWrong;
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (targetFault === undefined && fallbackFault === undefined && !isBusy)
      onSend({ targets, label: label.trim(), fallbackUrl: fallbackUrl.trim() });
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <LinkTargetField targets={targets} isSingle={known !== undefined} fault={isTried ? targetFault : undefined} onTargets={setTargets} />
      <TextField
        label={text.label}
        hint={known === undefined ? text.labelHint : undefined}
        maxLength={LABEL_CHARS}
        value={label}
        onChange={setLabel}
      />
      <TextField
        label={text.fallback}
        hint={text.fallbackHint}
        fault={isTried ? fallbackFault : undefined}
        maxLength={500}
        value={fallbackUrl}
        onChange={setFallbackUrl}
      />
      <DialogActions
        cancelLabel={deskText.cancel}
        submitLabel={known === undefined ? text.make(targets.length) : text.saveTarget}
        isBusy={isBusy}
        onCancel={onClose}
      />
    </form>
  );
};

const useRefresh = (): (() => Promise<void>) => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['catalog', 'short-links'] });
};

/** Of several the label says which chapter each is. */
const labelOf = (label: string, { name }: LinkTarget, isOne: boolean): string =>
  (isOne ? label : [label, name].filter((part) => part !== '').join(' · ')).slice(0, LABEL_CHARS);

export const MakeLinks = ({ onClose }: { onClose: () => void }) => {
  const refresh = useRefresh();
  const making = useMutation({
    mutationFn: ({ targets, label, fallbackUrl }: LinkWish) =>
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
      <div className={styles.dialogActions}>
        <button type="button" className={buttonClass('quiet')} onClick={() => saveFile(text.csvName, linksCsv(made))}>
          {text.downloadCsv}
        </button>
        <button type="button" className={buttonClass()} onClick={onClose}>
          {deskText.close}
        </button>
      </div>
    </ModalDialog>
  );
};

export const RetargetLink = ({ link, onClose }: { link: ShortLink; onClose: () => void }) => {
  const refresh = useRefresh();
  const saving = useMutation({
    mutationFn: ({ targets: [target], label, fallbackUrl }: LinkWish) =>
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
      <LinkForm known={link} isBusy={saving.isPending} onSend={saving.mutate} onClose={onClose} />
    </ModalDialog>
  );
};
