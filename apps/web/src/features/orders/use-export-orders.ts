import { exportOrders } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { saveWorkbook } from '../../platform/api/save-workbook.ts';

/** Returns a mutation that downloads a table of the user's orders. */
export const useExportOrders = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { fileName, base64 } = await call(exportOrders, {});
      saveWorkbook(fileName, base64);
    },
  });
  return { save: () => mutate(), isSaving: isPending };
};
