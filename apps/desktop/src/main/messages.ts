/** Texts of the main process: dialogs and menus of the system. */
import { PRODUCT_NAME } from '@shufang/contract';

export const text = {
  product: PRODUCT_NAME,
  menu: {
    maximize: '最大化',
    restore: '还原',
    minimize: '最小化',
    zoomIn: '放大',
    zoomOut: '缩小',
    actualSize: '实际大小',
    reload: '重新载入',
    changeServer: '更换服务器…',
    close: '关闭',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
  },
  external: {
    title: '打开外部链接',
    message: '要在系统的浏览器中打开这个地址吗？',
    open: '打开',
    cancel: '取消',
  },
  crash: {
    title: '页面意外停止',
    message: '页面意外停止了。已保存的笔记和阅读进度不受影响。',
    reload: '重新打开',
    quit: '退出',
  },
  leaving: {
    title: '上传还没有完成',
    message: '还有文件没有上传完。现在离开，这些文件要重新上传。',
    stay: '留在这里',
    leave: '离开',
  },
  hang: {
    title: '页面没有响应',
    message: '页面暂时没有响应。您可以再等一会儿，或重新打开。',
    wait: '继续等待',
  },
} as const;
