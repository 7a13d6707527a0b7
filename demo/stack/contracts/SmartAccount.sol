// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {BaseAccount} from "@account-abstraction/contracts/core/BaseAccount.sol";
import {SIG_VALIDATION_FAILED, _packValidationData} from "@account-abstraction/contracts/core/Helpers.sol";
import {TokenCallbackHandler} from "@account-abstraction/contracts/accounts/callback/TokenCallbackHandler.sol";
import {IAccountExecute} from "@account-abstraction/contracts/interfaces/IAccountExecute.sol";
import {IEntryPoint} from "@account-abstraction/contracts/interfaces/IEntryPoint.sol";
import {PackedUserOperation} from "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";

/// A contract account (ERC-4337) of one owner. The owner's key does everything by `execute` and `executeBatch`; the key of a session
/// does by `executeUserOp` what the session says, and the account keeps count of it.
contract SmartAccount is BaseAccount, TokenCallbackHandler, IAccountExecute {
    /// So much of a token, of the coin where `token` is 0, in each period; one period for all time where `period` is 0.
    struct Spend {
        address token;
        uint256 allowance;
        uint48 start;
        uint48 period;
    }

    /// One function of one contract, and the coins that may go with its calls in all.
    struct Act {
        address target;
        bytes4 selector;
        uint256 value;
    }

    /// What a key may do until a time; `salt` tells two of the same apart, `site` is for the owner to read.
    struct Session {
        address key;
        uint48 until;
        bytes32 salt;
        string site;
        Spend[] spends;
        Act[] acts;
    }

    struct Spent {
        uint48 period;
        uint256 amount;
    }

    enum State {
        Unknown,
        Granted,
        Revoked
    }

    bytes4 private constant VALID = 0x1626ba7e;
    bytes4 private constant INVALID = 0xffffffff;
    bytes4 private constant TRANSFER = 0xa9059cbb;
    bytes4 private constant APPROVE = 0x095ea7b3;
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant MESSAGE = keccak256("AccountMessage(bytes32 hash)");
    uint256 private constant KEY_SIGNATURE = 65;
    /// Half the order of secp256k1: above it stands the second form of every signature.
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    address public immutable owner;
    IEntryPoint private immutable door;

    mapping(bytes32 session => State) public stateOf;
    mapping(bytes32 session => mapping(uint256 index => Spent)) private spent;

    event Granted(bytes32 indexed id, Session session);
    event Revoked(bytes32 indexed id);

    error NotAllowed(uint256 call);
    error OverLimit(uint256 call, address token, uint256 left);
    error WrongSession();

    constructor(IEntryPoint entry, address first) {
        door = entry;
        owner = first;
    }

    receive() external payable {}

    function entryPoint() public view override returns (IEntryPoint) {
        return door;
    }

    /// ERC-1271: the owner signs the hash for this account on this chain, so that it is nobody else's signature.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN, keccak256("Smart account"), keccak256("1"), block.chainid, address(this))
        );
        bytes32 signed = keccak256(abi.encodePacked("\x19\x01", domain, keccak256(abi.encode(MESSAGE, hash))));
        return signerOf(signed, signature) == owner ? VALID : INVALID;
    }

    /// Lets a key do what the session says. The owner's, by a call of the account to itself.
    function grant(Session calldata session) external {
        bytes32 id = idOf(session);
        if (msg.sender != address(this) || stateOf[id] != State.Unknown || session.key == address(0)) revert WrongSession();
        for (uint256 i = 0; i < session.acts.length; i++) {
            address target = session.acts[i].target;
            // A session never reaches the account itself nor what it has deposited.
            if (target == address(this) || target == address(door)) revert NotAllowed(i);
        }
        stateOf[id] = State.Granted;
        emit Granted(id, session);
    }

    /// Ends a session for good; of one that was never granted too.
    function revoke(bytes32 id) external {
        if (msg.sender != address(this)) revert WrongSession();
        stateOf[id] = State.Revoked;
        emit Revoked(id);
    }

    /// What a session has used: of each allowance in its present period, then the coins that went with each act.
    function usedOf(Session calldata session) external view returns (uint256[] memory used) {
        bytes32 id = idOf(session);
        used = new uint256[](session.spends.length + session.acts.length);
        for (uint256 i = 0; i < used.length; i++) {
            Spent memory known = spent[id][i];
            bool stale = i < session.spends.length && known.period != periodOf(session.spends[i]);
            used[i] = stale ? 0 : known.amount;
        }
    }

    function idOf(Session memory session) public pure returns (bytes32) {
        return keccak256(abi.encode(session));
    }

    /// The owner signs with 65 bytes. A session signs with `abi.encode(session, signature)`, for `executeUserOp` alone and only
    /// where the account pays nothing for it: a fee could be made to empty the account.
    function _validateSignature(PackedUserOperation calldata op, bytes32 hash) internal view override returns (uint256) {
        if (op.signature.length == KEY_SIGNATURE) {
            bool ours = signerOf(hash, op.signature) == owner && bytes4(op.callData) != IAccountExecute.executeUserOp.selector;
            return ours ? 0 : SIG_VALIDATION_FAILED;
        }
        (Session memory session, bytes memory signature) = abi.decode(op.signature, (Session, bytes));
        bool free = op.gasFees == bytes32(0) || op.paymasterAndData.length >= 20;
        bool failed = !free || stateOf[idOf(session)] != State.Granted
            || bytes4(op.callData) != IAccountExecute.executeUserOp.selector || signerOf(hash, signature) != session.key;
        return _packValidationData(failed, session.until, 0);
    }

    /// Calls for a session: `callData` is the selector and `abi.encode(Call[])`. All of them happen, or nothing does.
    function executeUserOp(PackedUserOperation calldata op, bytes32) external {
        _requireFromEntryPoint();
        (Session memory session,) = abi.decode(op.signature, (Session, bytes));
        bytes32 id = idOf(session);
        // An earlier operation of the same bundle may have ended it.
        if (stateOf[id] != State.Granted) revert WrongSession();
        Call[] memory calls = abi.decode(op.callData[4:], (Call[]));
        for (uint256 i = 0; i < calls.length; i++) {
            count(id, session, i, calls[i]);
            (bool ok, bytes memory reason) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (!ok) revert ExecuteError(i, reason);
        }
    }

    /// Books a call to the session, or refuses it.
    function count(bytes32 id, Session memory session, uint256 at, Call memory call) private {
        bytes4 selector = call.data.length >= 4 ? bytes4(call.data) : bytes4(0);
        for (uint256 i = 0; i < session.acts.length; i++) {
            Act memory act = session.acts[i];
            if (act.target != call.target || call.data.length < 4 || act.selector != selector) continue;
            if (call.value > 0) book(id, session.spends.length + i, at, Spend(address(0), act.value, 0, 0), call.value);
            return;
        }
        if (call.data.length == 0 && call.target != address(this) && call.target != address(door)) {
            return bookFirst(id, session, at, address(0), call.value);
        }
        // Whoever may take it later has it already: an approval counts as if it were spent.
        if ((selector == TRANSFER || selector == APPROVE) && call.data.length == 68 && call.value == 0) {
            bytes memory data = call.data;
            uint256 amount;
            assembly ("memory-safe") {
                amount := mload(add(data, 68))
            }
            return bookFirst(id, session, at, call.target, amount);
        }
        revert NotAllowed(at);
    }

    function bookFirst(bytes32 id, Session memory session, uint256 at, address token, uint256 amount) private {
        for (uint256 i = 0; i < session.spends.length; i++) {
            if (session.spends[i].token == token) return book(id, i, at, session.spends[i], amount);
        }
        revert NotAllowed(at);
    }

    function book(bytes32 id, uint256 index, uint256 at, Spend memory spend, uint256 amount) private {
        if (block.timestamp < spend.start) revert NotAllowed(at);
        uint48 period = periodOf(spend);
        Spent storage known = spent[id][index];
        uint256 before = known.period == period ? known.amount : 0;
        uint256 left = before < spend.allowance ? spend.allowance - before : 0;
        if (amount > left) revert OverLimit(at, spend.token, left);
        known.period = period;
        known.amount = before + amount;
    }

    function periodOf(Spend memory spend) private view returns (uint48) {
        if (spend.period == 0 || block.timestamp < spend.start) return 0;
        return (uint48(block.timestamp) - spend.start) / spend.period;
    }

    function signerOf(bytes32 hash, bytes memory signature) private pure returns (address) {
        if (signature.length != KEY_SIGNATURE) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        return uint256(s) > HALF_ORDER ? address(0) : ecrecover(hash, v, r, s);
    }
}
