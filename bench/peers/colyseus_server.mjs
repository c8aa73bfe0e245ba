// Endless tic-tac-toe on Colyseus, as quick as it goes: the state is a schema, and every move is told at once
// (broadcastPatch) instead of every 50 ms. In memory only.   node colyseus_server.mjs PORT
import { Room, Server } from '@colyseus/core';
import { ArraySchema, Schema, defineTypes } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

class State extends Schema {
  constructor() {
    super();
    this.board = new ArraySchema(0, 0, 0, 0, 0, 0, 0, 0, 0);
    this.turn = 0;
    this.count = 0;
  }
}
defineTypes(State, { board: ['uint8'], turn: 'uint8', count: 'uint32' });

class TicTacToe extends Room {
  onCreate() {
    this.maxClients = 2;
    this.seatReservationTimeout = 300;
    this.patchRate = null;
    this.players = [];
    this.state = new State();
    this.onMessage('m', (client, cell) => {
      const { state } = this;
      const { board } = state;
      const player = this.players.indexOf(client.sessionId);
      if (player !== state.turn || board[cell] !== 0) return;
      board[cell] = player + 1;
      if (LINES.some(([a, b, c]) => board[a] && board[a] === board[b] && board[b] === board[c]) || board.every((mark) => mark !== 0))
        for (let i = 0; i < 9; i++) board[i] = 0;
      state.turn = 1 - state.turn;
      state.count++;
      this.broadcastPatch();
    });
  }

  onJoin(client) {
    this.players.push(client.sessionId);
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define('ttt', TicTacToe);
await server.listen(Number(process.argv[2]), '127.0.0.1');
