/** Dialog that requests one invoice for one or several orders without an invoice. */
import { createInvoice, LIMITS, type Order } from '@shufang/contract';
import {
  buttonClass,
  CheckboxOption,
  Cluster,
  LoadFailure,
  ModalDialog,
  RadioOption,
  RecordsSkeleton,
  Stack,
  Text,
  TextField,
} from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { ordersToInvoiceQuery } from './invoice-queries.ts';
import styles from './orders.module.css';
import { refreshOrders } from './queries.ts';

interface InvoiceDialogProps {
  /** The order that is selected at first; undefined selects all orders. */
  readonly order: Order | undefined;
  readonly onClose: () => void;
}

const TAX_NO = /^[0-9A-Za-z]{15,20}$/;
const titleTypes = ['personal', 'enterprise'] as const;

const Dialog = ({ children, onClose }: { children: ReactNode; onClose: () => void }) => (
  <ModalDialog title={ordersText.invoiceDialog} onClose={onClose}>
    {children}
  </ModalDialog>
);

/** Loads the orders that can be on the invoice, and shows the form, or a loading, error or empty state. */
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
  // The preselected order comes first, even if it is old.
  const orders = order === undefined ? found : [order, ...found.filter(({ no }) => no !== order.no)];
  if (orders.length === 0) {
    return (
      <Dialog onClose={onClose}>
        <p>{ordersText.invoiceNone}</p>
        <Cluster gap={12} justify="end" marginTop={8}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {ordersText.close}
          </button>
        </Cluster>
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

/** Schema of the form. Leaves out selected orders that are not among `listed`: an invoice was requested for them on another page meanwhile. */
const invoiceFields = (listed: readonly string[]) =>
  z
    .object({
      orderNos: z
        .array(z.string())
        .transform((chosen) => listed.filter((no) => chosen.includes(no)))
        .pipe(z.array(z.string()).min(1, ordersText.ordersMissing).max(LIMITS.invoiceOrdersMax, ordersText.ordersTooMany)),
      titleType: z.enum(titleTypes),
      title: z.string().trim().min(1, ordersText.titleMissing),
      taxNo: z.string().trim(),
      email: z
        .string()
        .trim()
        .refine((email) => email === '' || z.email().safeParse(email).success, ordersText.emailWrong),
    })
    .refine(({ titleType, taxNo }) => titleType !== 'enterprise' || TAX_NO.test(taxNo), {
      path: ['taxNo'],
      error: ordersText.taxNoWrong,
      // Validates the tax number even if other fields are invalid, so that all errors are shown together.
      when: () => true,
    });

interface InvoiceFormProps {
  readonly orders: readonly Order[];
  /** Numbers of the orders that are selected at first. */
  readonly first: readonly string[];
  readonly more: { readonly isLoading: boolean; readonly onLoad: () => void } | undefined;
  readonly onClose: () => void;
}

const InvoiceForm = ({ orders, first, more, onClose }: InvoiceFormProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: () => ({ orderNos: [...first], titleType: 'personal' as (typeof titleTypes)[number], title: '', taxNo: '', email: '' }),
    schema: invoiceFields(orders.map(({ no }) => no)),
  });
  const { values, errors } = form;
  const [chosen, titleType] = [form.register('orderNos'), form.register('titleType', ['taxNo'])];
  const picked = orders.filter(({ no }) => values.orderNos.includes(no));
  const asking = useMutation({
    mutationFn: ({ taxNo, email, ...invoice }: z.output<ReturnType<typeof invoiceFields>>) =>
      call(createInvoice, {
        ...invoice,
        ...(invoice.titleType === 'enterprise' ? { taxNo } : {}),
        ...(email === '' ? {} : { email }),
      }),
    onSuccess: onClose,
    onError: (error) => {
      if (isRefusal(error, 'orders.invoiceRefused')) form.setError('orderNos', error);
    },
    onSettled: () => refreshOrders(queryClient),
    meta: { claims: ['orders.invoiceRefused'] },
  });
  const totalFen = picked.reduce((sum, order) => sum + order.payFen - order.refundedFen, 0);
  return (
    <Stack as="form" gap={16} noValidate onSubmit={form.handleSubmit((invoice) => asking.mutate(invoice))}>
      <fieldset className={styles.choices}>
        <legend>{ordersText.invoiceOrders}</legend>
        {orders.map((order) => (
          <CheckboxOption
            key={order.no}
            look="small"
            className={styles.choice}
            checked={chosen.value.includes(order.no)}
            onChange={(checked) => chosen.onChange(checked ? [...chosen.value, order.no] : chosen.value.filter((no) => no !== order.no))}
          >
            <span>{order.items.map((item) => item.title).join('、')}</span>
            <Text size={13} tone="faint">
              {ordersText.yuan(order.payFen - order.refundedFen)}
            </Text>
          </CheckboxOption>
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
        {errors.orderNos === undefined ? null : (
          <p className={styles.error} role="alert">
            {errors.orderNos.message}
          </p>
        )}
      </fieldset>
      <p>
        <strong>{ordersText.invoiceTotal(totalFen)}</strong>
      </p>
      <fieldset className={styles.kinds}>
        <legend>{ordersText.titleType}</legend>
        {titleTypes.map((type) => (
          <RadioOption
            key={type}
            look="small"
            className={styles.choice}
            name="titleType"
            checked={titleType.value === type}
            onChange={() => titleType.onChange(type)}
          >
            <span>{ordersText.titleTypes[type]}</span>
          </RadioOption>
        ))}
      </fieldset>
      <TextField variant="soft" label={ordersText.invoiceTitle} maxLength={200} error={errors.title?.message} {...form.register('title')} />
      {values.titleType === 'enterprise' ? (
        <TextField variant="soft" label={ordersText.taxNo} maxLength={200} error={errors.taxNo?.message} {...form.register('taxNo')} />
      ) : null}
      <TextField
        variant="soft"
        label={ordersText.email}
        hint={ordersText.emailHint}
        inputMode="email"
        maxLength={200}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Text as="p" size={13} tone="faint">
        {ordersText.invoiceHint}
      </Text>
      <Cluster gap={12} justify="end" marginTop={8}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {ordersText.cancel}
        </button>
        <button type="submit" className={buttonClass()} disabled={asking.isPending}>
          {ordersText.invoiceSubmit}
        </button>
      </Cluster>
    </Stack>
  );
};
