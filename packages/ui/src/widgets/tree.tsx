/** A tree with expandable nodes: supports arrow keys, Home, End and type-ahead; one node can be selected. */
import type { ReactNode } from 'react';
import { Tree as AriaTree, Button, TreeItem, TreeItemContent } from 'react-aria-components';
import { Localized } from './localized.tsx';
import styles from './tree.module.css';

export interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly children?: readonly TreeNode[];
}

interface TreeProps {
  /** Accessible name of the tree. */
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  readonly selected?: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Ids of the initially expanded nodes. */
  readonly defaultOpen?: readonly string[];
}

const itemOf = (node: TreeNode): ReactNode => (
  <TreeItem key={node.id} id={node.id} textValue={node.label} className={styles.item ?? ''}>
    <TreeItemContent>
      {({ hasChildItems }) => (
        <>
          {hasChildItems ? (
            <Button slot="chevron" className={styles.chevron ?? ''}>
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d="m6 4 4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
              </svg>
            </Button>
          ) : null}
          <span className={styles.label}>{node.label}</span>
        </>
      )}
    </TreeItemContent>
    {node.children?.map(itemOf)}
  </TreeItem>
);

export const Tree = ({ label, nodes, selected, onSelect, defaultOpen = [] }: TreeProps) => (
  <Localized>
    <AriaTree
      className={styles.tree ?? ''}
      aria-label={label}
      selectionMode="single"
      selectionBehavior="replace"
      selectedKeys={selected === undefined ? [] : [selected]}
      defaultExpandedKeys={defaultOpen}
      onSelectionChange={(keys) => {
        const [id] = keys === 'all' ? [] : keys;
        if (id !== undefined) onSelect(String(id));
      }}
    >
      {nodes.map(itemOf)}
    </AriaTree>
  </Localized>
);
