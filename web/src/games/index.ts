// index.ts - the games of this page, one row each. (More follows.)
export function loadTables(): void {}
