/** Asking for one invoice over one or several orders. */
import { createInvoice, type Order } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../platform/api/client.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import styles from './orders.module.css';
import { refreshOrders } from './queries.ts';

interface InvoiceDialogProps {
  /** Those that can stand on an invoice. */
  readonly orders: readonly Order[];
  readonly chosenNo: string | undefined;
  readonly onClose: () => void;
}

const TAX_NO = /^[0-9A-Za-z]{15,20}$/;
const titleTypes = ['personal', 'enterprise'] as const;

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
  readonly inputMode?: 'email' | 'text';
}

const Field = ({ label, value, fault, onChange, inputMode = 'text' }: FieldProps) => {
  const id = useId();
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
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault === undefined ? null : (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
};

export const InvoiceDialog = ({ orders, chosenNo, onClose }: InvoiceDialogProps) => {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(chosenNo === undefined ? orders.map(({ no }) => no) : [chosenNo]));
  const [titleType, setTitleType] = useState<(typeof titleTypes)[number]>('personal');
  const [title, setTitle] = useState('');
  const [taxNo, setTaxNo] = useState('');
  const [email, setEmail] = useState('');
  const [isTried, setTried] = useState(false);
  const asking = useMutation({
    mutationFn: () =>
      call(createInvoice, {
        orderNos: [...chosen],
        titleType,
        title: title.trim(),
        ...(titleType === 'enterprise' ? { taxNo: taxNo.trim() } : {}),
        ...(email.trim() === '' ? {} : { email: email.trim() }),
      }),
    onSuccess: onClose,
    onSettled: () => refreshOrders(queryClient),
  });
  const faults = {
    orders: chosen.size === 0 ? ordersText.ordersMissing : undefined,
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
  if (orders.length === 0) {
    return (
      <ModalDialog title={ordersText.invoiceDialog} onClose={onClose}>
        <p>{ordersText.invoiceNone}</p>
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {ordersText.close}
          </button>
        </div>
      </ModalDialog>
    );
  }
  const totalFen = orders.filter(({ no }) => chosen.has(no)).reduce((sum, order) => sum + order.payFen - order.refundedFen, 0);
  return (
    <ModalDialog title={ordersText.invoiceDialog} onClose={onClose}>
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
        <Field label={ordersText.email} value={email} fault={shown.email} onChange={setEmail} inputMode="email" />
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
    </ModalDialog>
  );
};
