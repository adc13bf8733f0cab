/** Asking for one invoice over one or several of all orders that stand on none. */
import { createInvoice, LIMITS, type Order } from '@shufang/contract';
import { buttonClass, LoadFailure, ModalDialog, RecordsSkeleton } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../platform/api/client.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { ordersToInvoiceQuery } from './invoice-queries.ts';
import styles from './orders.module.css';
import { refreshOrders } from './queries.ts';

interface InvoiceDialogProps {
  /** The one it is asked for at; undefined: for all there are. */
  readonly order: Order | undefined;
  readonly onClose: () => void;
}

const TAX_NO = /^[0-9A-Za-z]{15,20}$/;
const titleTypes = ['personal', 'enterprise'] as const;

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly hint?: string;
  readonly onChange: (value: string) => void;
  readonly inputMode?: 'email' | 'text';
}

const Field = ({ label, value, fault, hint, onChange, inputMode = 'text' }: FieldProps) => {
  const id = useId();
  const described = [...(fault === undefined ? [] : [`${id}-fault`]), ...(hint === undefined ? [] : [`${id}-hint`])].join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        inputMode={inputMode}
        maxLength={200}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={described === '' ? undefined : described}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault === undefined ? null : (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles.faint}>
          {hint}
        </p>
      )}
    </div>
  );
};

const Dialog = ({ children, onClose }: { children: ReactNode; onClose: () => void }) => (
  <ModalDialog title={ordersText.invoiceDialog} onClose={onClose}>
    {children}
  </ModalDialog>
);

/** What there is to put on it: waits, fails and stands empty by itself. */
export const InvoiceDialog = ({ order, onClose }: InvoiceDialogProps) => {
  const list = useInfiniteQuery(ordersToInvoiceQuery());
  if (list.data === undefined) {
    return (
      <Dialog onClose={onClose}>
        {list.isError ? (
          <LoadFailure text={ordersText.invoiceOrdersFailed} retryLabel={ordersText.retry} onRetry={() => void list.refetch()} />
        ) : (
          <RecordsSkeleton label={ordersText.invoiceOrdersLoading} />
        )}
      </Dialog>
    );
  }
  const found = list.data.pages.flatMap((page) => page.items);
  // The one it was asked for at stands first, though it may be among the oldest.
  const orders = order === undefined ? found : [order, ...found.filter(({ no }) => no !== order.no)];
  if (orders.length === 0) {
    return (
      <Dialog onClose={onClose}>
        <p>{ordersText.invoiceNone}</p>
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {ordersText.close}
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose}>
      <InvoiceForm
        orders={orders}
        first={order === undefined ? orders.slice(0, LIMITS.invoiceOrdersMax).map(({ no }) => no) : [order.no]}
        more={list.hasNextPage ? { isLoading: list.isFetchingNextPage, onLoad: () => void list.fetchNextPage() } : undefined}
        onClose={onClose}
      />
    </Dialog>
  );
};

const faultOfOrders = (count: number): string | undefined => {
  if (count === 0) return ordersText.ordersMissing;
  return count > LIMITS.invoiceOrdersMax ? ordersText.ordersTooMany : undefined;
};

interface InvoiceFormProps {
  readonly orders: readonly Order[];
  /** Numbers of those chosen at first. */
  readonly first: readonly string[];
  readonly more: { readonly isLoading: boolean; readonly onLoad: () => void } | undefined;
  readonly onClose: () => void;
}

const InvoiceForm = ({ orders, first, more, onClose }: InvoiceFormProps) => {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(first));
  const [titleType, setTitleType] = useState<(typeof titleTypes)[number]>('personal');
  const [title, setTitle] = useState('');
  const [taxNo, setTaxNo] = useState('');
  const [email, setEmail] = useState('');
  const [isTried, setTried] = useState(false);
  // What another page put on an invoice meanwhile is no more among them.
  const picked = orders.filter(({ no }) => chosen.has(no));
  const asking = useMutation({
    mutationFn: () =>
      call(createInvoice, {
        orderNos: picked.map(({ no }) => no),
        titleType,
        title: title.trim(),
        ...(titleType === 'enterprise' ? { taxNo: taxNo.trim() } : {}),
        ...(email.trim() === '' ? {} : { email: email.trim() }),
      }),
    onSuccess: onClose,
    onSettled: () => refreshOrders(queryClient),
  });
  const faults = {
    orders: faultOfOrders(picked.length),
    title: title.trim() === '' ? ordersText.titleMissing : undefined,
    taxNo: titleType === 'enterprise' && !TAX_NO.test(taxNo.trim()) ? ordersText.taxNoWrong : undefined,
    email: email.trim() !== '' && !z.email().safeParse(email.trim()).success ? ordersText.emailWrong : undefined,
  };
  const shown: Partial<typeof faults> = isTried ? faults : {};
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (Object.values(faults).every((fault) => fault === undefined)) asking.mutate();
  };
  const toggle = (no: string): void => {
    const next = new Set(chosen);
    if (!next.delete(no)) next.add(no);
    setChosen(next);
  };
  const totalFen = picked.reduce((sum, order) => sum + order.payFen - order.refundedFen, 0);
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <fieldset className={styles.choices}>
        <legend>{ordersText.invoiceOrders}</legend>
        {orders.map((order) => (
          <label key={order.no} className={styles.choice}>
            <input type="checkbox" checked={chosen.has(order.no)} onChange={() => toggle(order.no)} />
            <span>{order.items.map((item) => item.title).join('、')}</span>
            <span className={styles.faint}>{ordersText.yuan(order.payFen - order.refundedFen)}</span>
          </label>
        ))}
        {more === undefined ? null : (
          <button
            type="button"
            className={styles.textButton}
            aria-disabled={more.isLoading}
            onClick={() => (more.isLoading ? undefined : more.onLoad())}
          >
            {more.isLoading ? ordersText.loadingMore : ordersText.invoiceMore}
          </button>
        )}
        {shown.orders === undefined ? null : (
          <p className={styles.fault} role="alert">
            {shown.orders}
          </p>
        )}
      </fieldset>
      <p>
        <strong>{ordersText.invoiceTotal(totalFen)}</strong>
      </p>
      <fieldset className={styles.kinds}>
        <legend>{ordersText.titleType}</legend>
        {titleTypes.map((type) => (
          <label key={type} className={styles.choice}>
            <input type="radio" name="titleType" checked={titleType === type} onChange={() => setTitleType(type)} />
            <span>{ordersText.titleTypes[type]}</span>
          </label>
        ))}
      </fieldset>
      <Field label={ordersText.invoiceTitle} value={title} fault={shown.title} onChange={setTitle} />
      {titleType === 'enterprise' ? <Field label={ordersText.taxNo} value={taxNo} fault={shown.taxNo} onChange={setTaxNo} /> : null}
      <Field label={ordersText.email} value={email} fault={shown.email} hint={ordersText.emailHint} onChange={setEmail} inputMode="email" />
      <p className={styles.faint}>{ordersText.invoiceHint}</p>
      <div className={styles.dialogActions}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {ordersText.cancel}
        </button>
        <button type="submit" className={buttonClass()} disabled={asking.isPending}>
          {ordersText.invoiceSubmit}
        </button>
      </div>
    </form>
  );
};
