/** @typedef {{ user: number, receiverName: string, date: string }} FriendRequest */
/** @typedef {{ received: FriendRequest[], sent: FriendRequest[] }} Requests */

export {};
